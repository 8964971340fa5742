/** Reading a longer text for credentials takes too long. */
export const MAX_MASKED_CHARACTERS = 1_000_000
