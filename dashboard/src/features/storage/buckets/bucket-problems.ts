const NAME = /^[\w!\-.*'() &$@=;:+,?]+$/
const MIME_TYPE = /^[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+)$/

/** Why a text can't be the name of a bucket, or undefined if it can. */
export function bucketNameProblem(name: string): string | undefined {
  if (name === '') return 'Enter a name.'
  if (name.length > 100) return 'Enter at most 100 characters.'
  if (name !== name.trim()) return 'Remove the spaces at the beginning and the end.'
  if (name === '.' || name === '..' || !NAME.test(name))
    return 'Use letters without accents, digits, dots, dashes, and underscores.'
  return undefined
}

/** Names the first text that is not a MIME type. */
export function typeProblem(types: readonly string[]): string | undefined {
  const wrong = types.find((type) => !MIME_TYPE.test(type))
  return wrong === undefined
    ? undefined
    : `“${wrong}” is not a MIME type. Use a form such as image/png or image/*.`
}
