import { describe, expect, it } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { refusalOf, writeFatal } from './error-response.ts'

it('writes an ErrorResponse without empty fields', () => {
  const bytes = writeFatal({ sqlState: '08004', message: 'f\u00fcr\0', hint: 'h' })
  expect(bytes.toString('utf8', 5)).toBe('SFATAL\0VFATAL\0C08004\0Mf\u00fcr\0Hh\0\0')
  expect(bytes.readUInt32BE(1)).toBe(bytes.length - 1)
})

describe('refusalOf', () => {
  it.each([
    ['project_not_found', 404, '08004'],
    ['project_paused', 540, '57P03'],
    ['project_not_ready', 503, '57P03'],
    ['disk_full', 503, '57P03'],
    ['something_else', 409, '08004'],
  ])(
    'answers %s (%i) with %s, a message and a next step where there is one',
    (code, status, sqlState) => {
      const refusal = refusalOf(new AppError(code, 'Because.', { status }), 'abc')
      expect(refusal).toMatchObject({ sqlState, message: expect.stringContaining('"abc"') })
      expect(refusal.hint === undefined).toBe(code === 'something_else')
    },
  )

  it('prefers the hint of the error', () => {
    const error = new AppError('project_paused', 'Paused.', { status: 540, hint: 'Ask Ada.' })
    expect(refusalOf(error, 'abc').hint).toBe('Ask Ada.')
  })

  it('does not reveal an internal error', () => {
    expect(JSON.stringify(refusalOf(new Error('secret path'), 'abc'))).not.toContain('secret')
    expect(refusalOf(new Error('x'), 'abc').sqlState).toBe('XX000')
  })
})
