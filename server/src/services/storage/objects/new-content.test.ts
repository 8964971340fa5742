import { expect, it } from 'vitest'
import { storageError } from '../errors.ts'
import { addContent } from './new-content.ts'

/** Adds content whose stage or commit fails, and returns the calls made on the content. */
async function stepsOf(failing: { stage?: Error; commit?: Error }): Promise<string[]> {
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(name)
  const added = addContent(
    { publish: step('published'), discard: step('discarded') },
    {
      version: 'v',
      stage: async () => {
        if (failing.stage) throw failing.stage
      },
      commit: async () => {
        if (failing.commit) throw failing.commit
      },
    },
  )
  await added.catch((error: unknown) => {
    if (error !== failing.stage && error !== failing.commit) throw error
  })
  return steps
}

it('keeps content whose row is committed, or may be', async () => {
  expect(await stepsOf({})).toEqual(['published'])
  const lost = new Error('Connection terminated unexpectedly')
  expect(await stepsOf({ commit: lost })).toEqual(['published'])
})

it('removes content that could not be stored, or whose row was refused', async () => {
  expect(await stepsOf({ stage: new Error('aborted') })).toEqual(['discarded'])
  const refused = storageError('KeyAlreadyExists')
  expect(await stepsOf({ commit: refused })).toEqual(['published', 'discarded'])
})
