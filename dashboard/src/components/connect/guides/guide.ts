import type { ConnectFacts } from '../connect-facts.ts'

/** How one client connects to a project. */
export type Guide = {
  id: string
  title: string
  /** Prerequisites: commands to run or things to know first. */
  hint: string
  /** Commands to run before the files are written. */
  install?: string
  files: (facts: ConnectFacts) => readonly GuideFile[]
}

/** `name` is the path in the client's project, or a description if the code is not a file. */
export type GuideFile = { name: string; code: string }

export type GuideGroup = { id: string; title: string; guides: readonly Guide[] }

/** A string literal in single quotes for JavaScript, Python, PHP and Dart, for any content. */
export const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** A string literal in double quotes for Go, Java, C#, Swift and Kotlin. */
export const doubleQuoted = (text: string): string => JSON.stringify(text)

/** Text inside a JavaScript template literal. */
export const inTemplate = (text: string): string => text.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')

/** A word of a POSIX shell. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A name in SQL, in quotes where it needs them. */
export const sqlName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`

/**
 * Reads rows in JavaScript. Throws errors, because an empty list would not distinguish a wrong key
 * from a missing policy.
 */
export const selectRows = (table: string): string =>
  `supabase.from(${quoted(table)}).select().limit(10).throwOnError()`
