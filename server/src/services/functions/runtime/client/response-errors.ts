/** The process sent something that is not a response. */
export class MalformedResponse extends Error {}

/** The connection ended before the response was complete. */
export class IncompleteResponse extends Error {}
