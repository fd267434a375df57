import { Monitor, Moon, Sun } from "lucide-react";
import { chooseTheme, useThemeChoice } from "../../data/theme.ts";
import { Card } from "../../ui/card.tsx";
import { Segmented } from "../../ui/segmented.tsx";

const themes = [
  {
    value: "system",
    label: (
      <>
        <Monitor aria-hidden /> As the system
      </>
    ),
  },
  {
    value: "light",
    label: (
      <>
        <Sun aria-hidden /> Light
      </>
    ),
  },
  {
    value: "dark",
    label: (
      <>
        <Moon aria-hidden /> Dark
      </>
    ),
  },
] as const;

export function AppearanceSection() {
  const choice = useThemeChoice();
  return (
    <Card title="Theme">
      <div className="flex flex-col gap-3 p-4">
        <Segmented label="Theme" value={choice} options={themes} onChange={chooseTheme} />
        <p className="text-xs text-ink-3">
          Kept in this browser. Movement follows what your system asks for: with reduced motion, nothing moves by
          itself.
        </p>
      </div>
    </Card>
  );
}
