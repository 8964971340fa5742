export declare const DEFAULT_RETURN_PATH = '/organizations'
/**
 * True when a path is a safe redirect after signing in. A safe path never leads to another site or
 * to a project's API.
 */
export declare function isSafeReturnPath(path: string): boolean
/** The token of the invitation that the sign-in or sign-up page returns to. */
export declare function returnedInvitation(search: string, basePath?: string): string | undefined
/**
 * The path to open after signing in, from the query string of the sign-in page: its `returnTo` if
 * that is safe, otherwise the default, with the page's other parameters appended. `basePath` is the
 * folder the dashboard is served from and is not part of the result.
 */
export declare function returnPath(search: string, basePath?: string): string
/**
 * The `returnTo` for a page, or undefined if it needs none. The query string is included only if it
 * passes the safety check.
 */
export declare function returnToFor(pathname: string, search: string): string | undefined
