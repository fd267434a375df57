import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, type ThemeChoice, useThemeChoice } from "../data/theme.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu } from "../ui/menu.tsx";

const choices: readonly { choice: ThemeChoice; label: string; icon: React.ReactNode }[] = [
  { choice: "system", label: "System", icon: <Monitor /> },
  { choice: "dark", label: "Dark", icon: <Moon /> },
  { choice: "light", label: "Light", icon: <Sun /> },
];

export function ThemeButton() {
  const chosen = useThemeChoice();
  return (
    <Menu
      trigger={
        <IconButton label="Theme" className="size-12 md:size-10">
          {choices.find(({ choice }) => choice === chosen)?.icon}
        </IconButton>
      }
      items={choices.map(({ choice, label, icon }) => ({ label, icon, onSelect: () => chooseTheme(choice) }))}
    />
  );
}
