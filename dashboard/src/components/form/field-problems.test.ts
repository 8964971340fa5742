import { expect, it } from 'vitest'
import { ApiError } from '../../data/client/api-error.ts'
import { fieldProblems } from './field-problems.ts'

const refused = (details: unknown) => new ApiError('Refused.', { code: 400, details })

it('assigns each problem of an error response to its field', () => {
  const error = refused([
    { path: 'link', message: 'Invalid URL' },
    { path: 'tags.0', message: 'Too long' },
  ])
  expect(fieldProblems(error, ['link', 'tags'])).toEqual([
    { name: 'link', message: 'Invalid URL.' },
    { name: 'tags', message: 'Too long.' },
  ])
})

it.each([
  ['the problem of a field that the form does not show', refused([{ path: 'id', message: 'x' }])],
  ['a problem of the whole body', refused([{ path: '', message: 'Invalid' }])],
  ['other details', refused({ feature: 'x' })],
  ['an error without a response', new Error('Failed')],
])('assigns nothing to a field for %s', (_case, error) => {
  expect(fieldProblems(error, ['link'])).toEqual([])
})
