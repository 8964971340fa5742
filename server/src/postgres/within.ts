import type { Session } from './session.ts'

/**
 * Writes that belong to somebody else's change, such as its row in the audit log. They run in the
 * change's own transaction, once the change has been made there: both are committed, or neither.
 */
export type Within<Made = void> = (tx: Session, made: Made) => Promise<void>
