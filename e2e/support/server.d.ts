export type StartedServer = {
    readonly url: string;
    readonly dataDir: string;
    readonly pid: number;
    /** The one-time link that makes the first account; printed while there is none. */
    readonly ownerLink: string | undefined;
    readonly postgresPort: number;
    /** Everything printed so far. */
    output(): string;
    /** Ends the server with a signal and waits for its exit. */
    kill(signal: NodeJS.Signals): Promise<void>;
};
/**
 * Starts the real server as `npm start` does after installing and building: on loopback, on ports
 * the system picks. Resolves when it has printed its address.
 */
export declare function startServer(options?: {
    dataDir?: string;
    env?: Record<string, string>;
}): Promise<StartedServer>;
/** Stops a server in order and removes its data. */
export declare function discard(server: StartedServer): Promise<void>;
export type CliAnswer = {
    readonly code: number;
    readonly stdout: string;
    readonly stderr: string;
};
/** Runs the command line against a started server. */
export declare function stoa(server: StartedServer, ...args: string[]): Promise<CliAnswer>;
export type ProjectInfo = {
    readonly ref: string;
    readonly compute: string;
    readonly name: string;
    readonly status: string;
    readonly api_url: string;
    readonly anon_key: string;
    readonly service_role_key: string;
    readonly publishable_key: string;
    readonly secret_key: string;
    readonly jwt_secret: string;
    readonly connection_string: string;
};
/** An organization and a live project made on the command line, as an operator would in a script. */
export declare function createProject(server: StartedServer, name: string): Promise<ProjectInfo>;
/** What the command line shows of a project. */
export declare function showProject(server: StartedServer, ref: string): Promise<ProjectInfo>;
/** The shared sample database that tests load, beside the checkout. */
export declare const chinook: () => Promise<string>;
