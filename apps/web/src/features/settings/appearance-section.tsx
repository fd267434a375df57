import { LogOut, Monitor, Moon, Sun } from "lucide-react";
import { signOut } from "../../data/sign-in.ts";
import { chooseTheme, useThemeChoice } from "../../data/theme.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { showError } from "../../ui/toast.ts";

const themes = [
  {
    value: "system",
    label: (
      <>
        <Monitor aria-hidden /> System
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
    <>
      <Card title="Theme">
        <div className="flex flex-col gap-3 p-4">
          <Segmented label="Theme" value={choice} options={themes} onChange={chooseTheme} />
          <p className="text-xs text-ink-3">
            Saved in this browser. Animations follow your system's reduced-motion setting.
          </p>
        </div>
      </Card>
      <Card title="This browser">
        <div className="flex flex-col items-start gap-3 p-4">
          <Button onClick={() => void signOut().catch(showError)}>
            <LogOut aria-hidden /> Sign out
          </Button>
          <p className="text-xs text-ink-3">
            Running tasks continue. Run <code>roo open</code> on the server's machine to sign in again.
          </p>
        </div>
      </Card>
    </>
  );
}
