/** What a process sent is not a response, or not a complete one. */
export class MalformedResponse extends Error {}
