import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, '/checkout').assistantProvider

it('has no provider by default', () => {
  expect(read({})).toBeUndefined()
})

it.each([
  [
    { STOA_AI_PROVIDER: 'anthropic', STOA_AI_MODEL: 'sonnet', STOA_AI_API_KEY: 'secret' },
    { kind: 'anthropic', model: 'sonnet', key: 'secret', url: undefined },
  ],
  [
    {
      STOA_AI_PROVIDER: 'compatible',
      STOA_AI_MODEL: 'qwen3',
      STOA_AI_URL: 'http://localhost:11434/v1',
    },
    { kind: 'compatible', model: 'qwen3', key: undefined, url: 'http://localhost:11434/v1' },
  ],
])('reads a provider: %j', (env, provider) => {
  expect(read(env)).toEqual(provider)
})

it.each([
  [{ STOA_AI_PROVIDER: 'openai', STOA_AI_API_KEY: 'secret' }, 'STOA_AI_MODEL'],
  [{ STOA_AI_PROVIDER: 'openai', STOA_AI_MODEL: 'gpt' }, 'STOA_AI_API_KEY'],
  [{ STOA_AI_PROVIDER: 'compatible', STOA_AI_MODEL: 'qwen3' }, 'STOA_AI_URL'],
  [{ STOA_AI_API_KEY: 'secret' }, 'STOA_AI_PROVIDER'],
])('names the missing variable of %j', (env, name) => {
  expect(() => read(env)).toThrow(name)
})
