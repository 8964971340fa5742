import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
// Imports only a type, because the first check of a form waits for everything that this thread
// loads.
import type { PasswordScore, Question } from './password-strength.ts'

const factory = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
})

parentPort?.on('message', ({ id, password }: Question) => {
  const { score, feedback } = factory.check(password)
  const { warning, suggestions } = feedback
  const result: PasswordScore = { id, score, warning: warning ?? '', suggestions }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  parentPort?.postMessage(result)
})
