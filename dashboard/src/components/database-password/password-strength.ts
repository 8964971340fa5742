import type { PasswordCheck } from '@stoa/contract/platform/profile'

export type PasswordScore = PasswordCheck['result']['score']

export type PasswordJudgement = {
  /** How strong the password is, with the server's suggestions; empty if there is no message. */
  message: string
  /** Why the password is rejected; empty if it is accepted. */
  warning: string
  /** Undefined until the server has responded. */
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

/** The messages for a password, given the server's check if it has responded (SPEC 5). */
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

/** 24 random characters, none of which need escaping in a connection string. */
export function generatePassword(random = crypto.getRandomValues.bind(crypto)): string {
  const characters: string[] = []
  while (characters.length < 24) {
    const [byte = 0] = random(new Uint8Array(1))
    // Bytes past the last whole alphabet would make its first letters more likely.
    if (byte < ALPHABET.length * 4) characters.push(ALPHABET[byte % ALPHABET.length] ?? '')
  }
  return characters.join('')
}
