import { AppError } from '../../lib/errors.ts'

/** 503: the owner changed what a stand-in created, so the extension cannot take its place. */
export const extensionBlocked = (message: string, hint: string): AppError =>
  new AppError('native_extension_blocked', message, { status: 503, hint })
