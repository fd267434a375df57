/** What the tests use of the library that Roo Code is built on; it brings no types. */
declare module "node-ipc" {
  interface IpcConnection {
    on(name: string, listener: (data: unknown, socket: unknown) => void): void;
    emit(name: string, data: unknown): void;
  }
  interface IpcLibrary {
    readonly config: { silent: boolean; id: string; stopRetrying: boolean };
    readonly of: Readonly<Record<string, IpcConnection>>;
    connectTo(id: string, path: string, onReady: () => void): void;
    disconnect(id: string): void;
    serve(path: string, onReady: () => void): void;
    readonly server: {
      on(name: string, listener: (data: unknown, socket: unknown) => void): void;
      emit(socket: unknown, name: string, data: unknown): void;
      broadcast(name: string, data: unknown): void;
      start(): void;
      stop(): void;
    };
  }
  const ipc: IpcLibrary;
  export default ipc;
}
