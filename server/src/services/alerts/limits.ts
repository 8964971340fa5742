/** Messages that one run of the delivery sends. */
export const MAX_MESSAGES_PER_RUN = 50
/** Attempts to send one message, over about three hours. */
export const MAX_ATTEMPTS = 7
export const MAX_SEND_MS = 15_000
/** Characters of an error that are kept. */
export const MAX_ERROR_LENGTH = 500
/** Characters of a chat message; Discord accepts 2000. */
export const MAX_CHAT_LENGTH = 1800
/** Lines of one message; the others are counted. */
export const MAX_LINES = 20
/** The time between two test messages to one channel. */
export const MIN_TEST_INTERVAL_MS = 5000
/** History and sent messages older than this are deleted. */
export const MAX_HISTORY_DAYS = 90
/** The snooze of a rule. */
export const MAX_SNOOZE_DAYS = 30
