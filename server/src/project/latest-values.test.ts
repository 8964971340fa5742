import { describe, expect, it } from 'vitest'
import { createLatestValues } from './latest-values.ts'

describe('the latest value of a project', () => {
  it('is replaced by newer versions and by no older one', () => {
    const values = createLatestValues<string>()
    values.follow('a')
    const latest = values.update('a', 2, 'second')
    values.update('a', 1, 'first')
    expect(latest.value).toBe('second')
    expect(values.update('a', 3, 'third')).toBe(latest)
    expect(latest.value).toBe('third')
  })

  it('is that of an update that arrived before the first reading ended', () => {
    const values = createLatestValues<string>()
    values.follow('a')
    values.update('a', 5, 'changed')
    expect(values.update('a', 4, 'read').value).toBe('changed')
  })

  it('stays unchanged once the project is forgotten', () => {
    const values = createLatestValues<string>()
    values.follow('a')
    const latest = values.update('a', 1, 'first')
    values.forget('a')
    values.update('a', 2, 'second')
    expect(latest.value).toBe('first')
  })

  it('is not kept for a project that does not run', () => {
    const values = createLatestValues<string>()
    expect(values.update('a', 2, 'second').value).toBe('second')
    expect(values.update('a', 1, 'first').value).toBe('first')
  })
})
