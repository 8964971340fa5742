import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { z } from 'zod'

const Question = z.object({ id: z.int(), password: z.string() })

const factory = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
})

parentPort?.on('message', (message) => {
  const { id, password } = Question.parse(message)
  const { score, feedback } = factory.check(password)
  const { warning, suggestions } = feedback
  const answer = { id, score, warning: warning ?? '', suggestions }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  parentPort?.postMessage(answer)
})
