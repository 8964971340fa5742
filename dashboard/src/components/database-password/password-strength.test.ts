import { describe, expect, it } from 'vitest'
import { generatePassword, judgePassword, type PasswordScore } from './password-strength.ts'

const check = (score: PasswordScore, warning = '', suggestions: string[] = []) => ({
  result: { score, feedback: { warning, suggestions } },
})

describe('the judgement of a database password', () => {
  it('shows no message for an empty password', () => {
    expect(judgePassword('', undefined)).toMatchObject({ message: '', warning: '' })
  })

  it('allows 100 characters and rejects 101', () => {
    expect(judgePassword('x'.repeat(100), check(4)).isAccepted).toBe(true)
    expect(judgePassword('x'.repeat(101), check(4))).toEqual({
      message: 'Maximum length of password exceeded',
      warning: 'Password should be less than 100 characters',
      score: undefined,
      isAccepted: false,
    })
  })

  it.each([
    [0, 'This password is not acceptable.'],
    [1, 'This password is not secure enough.'],
    [2, 'This password is not secure enough.'],
    [3, 'Not bad, but your password must be harder to guess.'],
    [4, 'This password is strong.'],
  ] as const)('words score %d as SPEC 5 does', (score, message) => {
    expect(judgePassword('secret', check(score)).message).toBe(message)
  })

  it("appends the server's suggestions", () => {
    const judged = judgePassword('secret', check(1, '', ['Add another word.', 'Avoid years.']))
    expect(judged.message).toBe(
      'This password is not secure enough. Add another word. Avoid years.',
    )
  })

  it("appends the demand for a stronger password to the server's warning below score 4", () => {
    expect(judgePassword('secret', check(3, 'This is a common password.')).warning).toBe(
      'This is a common password. You need a stronger password.',
    )
    expect(judgePassword('secret', check(3)).warning).toBe('You need a stronger password.')
    expect(judgePassword('secret', check(4)).warning).toBe('')
  })

  it('accepts no password before the server has responded', () => {
    expect(judgePassword('secret', undefined).isAccepted).toBe(false)
  })
})

describe('a generated password', () => {
  it('is long, alphanumeric and different each time', () => {
    expect(generatePassword()).toMatch(/^[A-Za-z2-9]{24}$/)
    expect(generatePassword()).not.toBe(generatePassword())
  })

  it('has evenly distributed characters: bytes past the last whole alphabet are discarded', () => {
    const bytes = [255, 250, 0]
    const random = <Into extends ArrayBufferView | null>(into: Into): Into => {
      if (into instanceof Uint8Array) into[0] = bytes.shift() ?? 1
      return into
    }
    expect(generatePassword(random)).toBe(`A${'B'.repeat(23)}`)
  })
})
