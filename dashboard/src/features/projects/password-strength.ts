import type { PasswordCheck } from '@stoa/contract/platform/profile'

export type PasswordScore = PasswordCheck['result']['score']

export type PasswordJudgement = {
  /** How strong it is, with the server's suggestions; empty when there is nothing to say. */
  message: string
  /** Why it will not do; empty when it will. */
  warning: string
  /** Undefined while nobody has judged it. */
  score: PasswordScore | undefined
  isAccepted: boolean
}

const LONGEST = 100
const REQUIRED_SCORE = 4

const MESSAGES: Record<PasswordScore, string> = {
  0: 'This password is not acceptable.',
  1: 'This password is not secure enough.',
  2: 'This password is not secure enough.',
  3: 'Not bad, but your password must be harder to guess.',
  4: 'This password is strong.',
}

/** What to say of a password, given what the server said of it, if it has (SPEC 5). */
export function judgePassword(
  password: string,
  check: PasswordCheck | undefined,
): PasswordJudgement {
  if (password === '') return { message: '', warning: '', score: undefined, isAccepted: false }
  if (password.length > LONGEST) {
    return {
      message: 'Maximum length of password exceeded',
      warning: `Password should be less than ${LONGEST} characters`,
      score: undefined,
      isAccepted: false,
    }
  }
  if (!check) return { message: '', warning: '', score: undefined, isAccepted: false }
  const { score, feedback } = check.result
  const isAccepted = score >= REQUIRED_SCORE
  return {
    message: [MESSAGES[score], ...feedback.suggestions].join(' '),
    warning: isAccepted ? '' : `${feedback.warning} You need a stronger password.`.trim(),
    score,
    isAccepted,
  }
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** 24 characters nobody can guess and nobody has to escape in a connection string. */
export function generatePassword(random = crypto.getRandomValues.bind(crypto)): string {
  const characters: string[] = []
  while (characters.length < 24) {
    const [byte = 0] = random(new Uint8Array(1))
    // Bytes past the last whole alphabet would favour its first letters.
    if (byte < ALPHABET.length * 4) characters.push(ALPHABET[byte % ALPHABET.length] ?? '')
  }
  return characters.join('')
}
