import { useEffect, useState } from "react";
import { live, useLiveState } from "../data/live.ts";

const patienceMs = 1500;

/** Says so when the server is out of reach for more than a moment. Nothing is lost: everything is told again after. */
export function ConnectionBar() {
  const state = useLiveState();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => void live(), []);
  useEffect(() => {
    if (state === "open") return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "unauthorized")
    return (
      <p role="alert" className="bg-bad-soft px-4 py-1 text-center text-xs text-bad">
        This browser is not signed in. Open the address that roo serve printed; it carries the token.
      </p>
    );
  if (!isLong) return null;
  return (
    <p role="status" className="bg-warn-soft px-4 py-1 text-center text-xs text-warn">
      Connecting to the server again. Tasks go on without this page.
    </p>
  );
}
