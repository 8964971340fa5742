import { isString, readSetting, writeSetting } from '../../lib/storage.ts'
import { DEFAULT_RETURN_PATH, isSafeReturnPath } from './return-to.ts'

const KEY = 'stoa.sign-up-return'

/** Keeps the page to open once the link in an email has confirmed the new account. */
export const keepSignUpReturn = (path: string): void => writeSetting(KEY, path)

export function readSignUpReturn(): string {
  const path = readSetting(KEY, DEFAULT_RETURN_PATH, isString)
  return isSafeReturnPath(path) ? path : DEFAULT_RETURN_PATH
}
