import type { StartedServer } from './server.ts';
/** Calls the platform API as the operator of this machine does. Throws what the server refuses. */
export declare function askPlatform<T>(server: StartedServer, method: 'GET' | 'POST' | 'DELETE', route: string, body?: unknown): Promise<T>;
