import { expect, it } from 'vitest'
import { changedFiles } from './changed-files.ts'

const text = (path: string, content: string) => ({ path, content, encoding: 'utf8' as const })
const binary = (path: string, content: string) => ({ path, content, encoding: 'base64' as const })

it('lists added, removed and changed files, sorted by path, and no equal ones', () => {
  const before = [text('same.ts', '1'), text('old.ts', '2'), text('changed.ts', '3')]
  const after = [text('new.ts', '4'), text('changed.ts', '5'), text('same.ts', '1')]
  expect(changedFiles(before, after)).toEqual([
    { path: 'changed.ts', kind: 'changed', texts: { before: '3', after: '5' } },
    { path: 'new.ts', kind: 'added', texts: { before: '', after: '4' } },
    { path: 'old.ts', kind: 'removed', texts: { before: '2', after: '' } },
  ])
})

it('has no texts of a file that is not text in one of the versions', () => {
  expect(changedFiles([binary('a', 'AA==')], [text('a', 'AA==')])).toEqual([
    { path: 'a', kind: 'changed', texts: undefined },
  ])
  expect(changedFiles([binary('a', 'AA==')], [binary('a', 'AA==')])).toEqual([])
})

it('lists an added file without content', () => {
  expect(changedFiles([], [text('empty.ts', '')])).toMatchObject([{ kind: 'added' }])
})
