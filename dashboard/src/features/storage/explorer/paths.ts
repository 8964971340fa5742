/** A folder in the path from the top of a bucket to an open folder. */
export type PathStep = {
  name: string
  /** The whole prefix of the folder, with a slash at the end. */
  folder: string
}

/** The folders of a prefix, outermost first: `a/b/` has `a/` and `a/b/`. */
export function stepsOf(folder: string): PathStep[] {
  const names = folder.split('/').slice(0, -1)
  return names.map((name, index) => ({ name, folder: `${names.slice(0, index + 1).join('/')}/` }))
}

/** The prefixes of the columns down to a folder: the top of the bucket, and each folder of the path. */
export const columnsOf = (folder: string): string[] => [
  '',
  ...stepsOf(folder).map((step) => step.folder),
]

/** The folder that contains a folder or object; empty at the top of the bucket. */
export const folderOf = (name: string): string =>
  name.slice(0, name.replace(/\/$/, '').lastIndexOf('/') + 1)

/** The innermost folder that contains everything; empty at the top of the bucket. */
export function commonFolder(names: readonly string[]): string {
  const [first = '', ...others] = names.map(folderOf)
  return (
    columnsOf(first).findLast((folder) => others.every((other) => other.startsWith(folder))) ?? ''
  )
}

/** The last part of a folder's or object's name, without slashes. */
export const baseName = (name: string): string => {
  const whole = name.replace(/\/$/, '')
  return whole.slice(whole.lastIndexOf('/') + 1)
}

/** A folder as people type it: without slashes at the ends, and with one at the end if not empty. */
export function typedFolder(text: string): string {
  const parts = text
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join('/')}/`
}

const BYTES = new TextEncoder()
const MOST_BYTES = 1024

/** Why a text can't be the full name of an object, or undefined if it can. */
export function nameProblem(name: string): string | undefined {
  if (name === '' || name.endsWith('/')) return 'Enter a name.'
  if (/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\\]/u.test(name))
    return 'A name can’t contain backslashes or control characters.'
  if (name.split('/').some((part) => part === '.' || part === '..'))
    return 'A part of the path can’t be “.” or “..”.'
  if (BYTES.encode(name).length > MOST_BYTES)
    return 'The path is too long. It can have at most 1,024 bytes.'
  return undefined
}

/** The URL at which everyone can download an object of a public bucket. */
export const publicUrl = (apiUrl: string, bucket: string, name: string): string =>
  `${apiUrl}/storage/v1/object/public/${[bucket, ...name.split('/')].map(encodeURIComponent).join('/')}`
