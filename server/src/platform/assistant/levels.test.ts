import { expect, it } from 'vitest'
import {
  ASSISTANT_LEVELS,
  includesLevel,
  levelOfTags,
  OPT_IN_TAGS,
  tagsOfLevel,
} from '@stoa/contract/catalog/assistant-levels'

// SPEC: "AI opt-in keys: AI_SQL_GENERATOR_OPT_IN, AI_DATA_GENERATOR_OPT_IN, AI_LOG_GENERATOR_OPT_IN."
it('has the three keys of the specification', () => {
  expect(OPT_IN_TAGS).toEqual([
    'AI_SQL_GENERATOR_OPT_IN',
    'AI_DATA_GENERATOR_OPT_IN',
    'AI_LOG_GENERATOR_OPT_IN',
  ])
})

it.each(ASSISTANT_LEVELS)('reads the level %s back from its keys', (level) => {
  expect(levelOfTags(tagsOfLevel(level))).toBe(level)
})

it('allows nothing for a key without those of the lower levels', () => {
  expect(levelOfTags(['AI_DATA_GENERATOR_OPT_IN', 'AI_LOG_GENERATOR_OPT_IN'])).toBe('disabled')
  expect(levelOfTags(['AI_SQL_GENERATOR_OPT_IN', 'AI_DATA_GENERATOR_OPT_IN'])).toBe('schema')
})

it('includes the lower levels and not the higher ones', () => {
  expect(includesLevel('schema_and_logs', 'schema')).toBe(true)
  expect(includesLevel('schema_and_logs', 'schema_logs_and_data')).toBe(false)
})
