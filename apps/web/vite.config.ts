import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env.ROO_SERVER ?? "http://127.0.0.1:3446";

export default defineConfig({
  plugins: [react(), tailwind()],
  // Cookies are shared between ports: sign in at the server's own address once.
  server: { host: "127.0.0.1", port: 5446, proxy: { "/api": { target: server, ws: true } } },
  build: { target: "es2023", emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 1200 },
});
