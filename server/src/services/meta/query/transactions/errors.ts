import { AppError } from '../../../../lib/errors.ts'
import { MAX_OPEN_TRANSACTIONS } from './limits.ts'

/** 429: a project has too many open transactions. */
export const tooManyTransactions = () =>
  new AppError(
    'too_many_transactions',
    `This project already has ${MAX_OPEN_TRANSACTIONS} open transactions in the SQL editor.`,
    { status: 429, hint: 'Commit or roll back one of them, or run the query with Autocommit.' },
  )

/** 404: the transaction that a run, commit or rollback expects has ended, or never was. */
export const transactionNotOpen = () =>
  new AppError(
    'transaction_not_open',
    'The transaction is no longer open. Its changes were rolled back.',
    { status: 404, hint: 'Run its statements again to begin a new transaction.' },
  )

/** 409: a statement of the transaction failed, so Postgres refuses all others. */
export const transactionFailed = () =>
  new AppError('transaction_failed', 'A statement of this transaction failed.', {
    status: 409,
    hint: 'Roll the transaction back, then run its statements again.',
  })

/** 409: something runs in the transaction. */
export const transactionBusy = () =>
  new AppError('transaction_busy', 'A statement of this transaction is still running.', {
    status: 409,
    hint: 'Wait until it ends, or cancel it.',
  })

/** 409: all statements of a transaction run as the same role. */
export const transactionRoleDiffers = (role: string) =>
  new AppError('transaction_role_differs', `This transaction runs as ${role}.`, {
    status: 409,
    hint: 'Select that role again, or commit or roll back the transaction first.',
  })

/** 400: a statement that Postgres refuses in a transaction, before it makes the transaction fail. */
export const needsAutocommit = () =>
  new AppError('needs_autocommit', 'This statement can’t run in a transaction.', {
    status: 400,
    hint: 'Commit or roll back the open transaction, then run the statement with Autocommit.',
  })

/** 403: a member who can only read has nothing to commit. */
export const transactionForbidden = () =>
  new AppError(
    'transaction_forbidden',
    'Only members who can write to the database can keep a transaction open.',
    { status: 403, hint: 'Run the query with Autocommit.' },
  )
