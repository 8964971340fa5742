import type { Session } from './session.ts'

/**
 * Writes that belong to another change, such as its row in the audit log. They run in that change's
 * own transaction, after the change itself: both are committed, or neither.
 */
export type Within<Made = void> = (tx: Session, made: Made) => Promise<void>
