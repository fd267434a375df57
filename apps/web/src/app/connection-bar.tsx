import { useEffect, useState } from "react";
import { live, useLiveState } from "../data/live.ts";

const patienceMs = 1500;

/** Says so when the server is out of reach for more than a moment. */
export function ConnectionBar() {
  const state = useLiveState();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => void live(), []);
  useEffect(() => {
    if (state === "open") return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [state]);
  if (!isLong || state === "unauthorized") return null;
  return (
    <p role="status" className="bg-warn-soft px-4 py-1 text-center text-xs text-warn">
      Cannot reach the server. Retrying; what you send is kept until it is back.{" "}
      <button type="button" className="font-medium underline" onClick={() => live().reconnect()}>
        Try now
      </button>
    </p>
  );
}
