import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names that say nothing about the value in a search result, a tooltip or a stack trace. */
const VAGUE =
  'Answer|Asked|Change|Found|Given|Kept|Known|Made|Named|Place|Seen|Sent|Taken|Told|Wanted'
const DECLARATION = new RegExp(`^(?:export )?(?:type|interface|class) (?:${VAGUE})\\b`, 'm')

it('gives every type a name that needs no context', () => {
  const vague = ['contract/src', 'server/src', 'dashboard/src'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => path.posix.join(folder, file.replaceAll('\\', '/')))
      .filter((file) => DECLARATION.test(readFileSync(path.join(root, file), 'utf8'))),
  )
  expect(vague).toEqual([])
})
