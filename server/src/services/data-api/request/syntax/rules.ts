/**
 * Rules of a grammar that report what they expected, and where. They follow Parsec: a choice tries
 * its next rule only if the previous one consumed nothing, and of several expectations, those at
 * the furthest position are reported.
 */
export type Rule = (text: readonly string[], at: number) => Reply

export type Reply = {
  readonly isOk: boolean
  /** Whether any text was consumed. */
  readonly isTaken: boolean
  /** Where the rest of the text begins. */
  readonly at: number
  /** Why the rule read no further, even if it succeeded. */
  readonly report: Report
}

export type Report = { readonly at: number; readonly notes: readonly Note[] }

/** `met`: the actual text; `refused`: what must not follow; `expected`: what would have matched. */
export type Note = { readonly kind: 'met' | 'refused' | 'expected'; readonly text: string }

const quiet = (at: number): Report => ({ at, notes: [] })
const ok = (at: number, isTaken: boolean, report = quiet(at)): Reply => ({
  isOk: true,
  isTaken,
  at,
  report,
})
const failed = (at: number, notes: readonly Note[], place = at): Reply => ({
  isOk: false,
  isTaken: false,
  at,
  report: { at: place, notes },
})

/** The report with the furthest position; both if their positions are equal. */
function join(left: Report, right: Report): Report {
  if (right.notes.length === 0 && left.notes.length > 0) return left
  if (left.notes.length === 0 && right.notes.length > 0) return right
  if (left.at !== right.at) return left.at > right.at ? left : right
  return { at: left.at, notes: [...left.notes, ...right.notes] }
}

const met = (character: string | undefined): Note => ({
  kind: 'met',
  text: character === undefined ? '' : shown(character),
})
const expected = (text: string): Note => ({ kind: 'expected', text })

/** A character in double quotes; an invisible one as its number. */
export function shown(character: string): string {
  if (character === '"' || character === '\\') return `"\\${character}"`
  const code = character.codePointAt(0) ?? 0
  const name = NAMES.get(code)
  if (name !== undefined) return `"\\${name}"`
  return code < 32 || code > 126 ? `"\\${code}"` : `"${character}"`
}
const NAMES = new Map([
  [7, 'a'],
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [11, 'v'],
  [12, 'f'],
  [13, 'r'],
  [127, 'DEL'],
])

export const nothing: Rule = (_text, at) => ok(at, false)

export function satisfying(isFine: (character: string) => boolean): Rule {
  return (text, at) => {
    const character = text[at]
    return character !== undefined && isFine(character)
      ? ok(at + 1, true)
      : failed(at, [met(character)])
  }
}

export const oneOf = (characters: string): Rule => satisfying((each) => characters.includes(each))
export const noneOf = (characters: string): Rule => satisfying((each) => !characters.includes(each))
export const character = (wanted: string): Rule => labelled(oneOf(wanted), shown(wanted))
export const any: Rule = satisfying(() => true)

/** A word; if only its beginning matches, that part of the text is consumed. */
export function word(wanted: string): Rule {
  const characters = Array.from(wanted)
  return (text, at) => {
    const index = characters.findIndex((each, offset) => text[at + offset] !== each)
    if (index < 0) return ok(at + characters.length, true)
    const reply = failed(at, [expected(`"${wanted}"`), met(text[at + index])])
    return { ...reply, isTaken: index > 0 }
  }
}

/** One rule after the other. */
export function sequence(...rules: readonly Rule[]): Rule {
  return (text, at) =>
    rules.reduce<Reply>((so, rule) => then(so, () => rule(text, so.at)), ok(at, false))
}

function then(first: Reply, next: () => Reply): Reply {
  if (!first.isOk) return first
  const second = next()
  if (second.isTaken) return second
  return { ...second, isTaken: first.isTaken, report: join(first.report, second.report) }
}

/** The first rule that succeeds; none is tried after one that failed after consuming text. */
export function choice(...rules: readonly Rule[]): Rule {
  return (text, at) => {
    let so = failed(at, [])
    for (const rule of rules) {
      const reply = rule(text, at)
      if (reply.isTaken) return reply
      so = { ...reply, report: join(so.report, reply.report) }
      if (so.isOk) return so
    }
    return so
  }
}

/** Restores the text that a failed rule consumed. */
export const attempt =
  (rule: Rule): Rule =>
  (text, at) => {
    const reply = rule(text, at)
    return reply.isOk ? reply : { ...reply, isTaken: false }
  }

/** Matches without consuming text. */
export const ahead =
  (rule: Rule): Rule =>
  (text, at) => {
    const reply = rule(text, at)
    return reply.isOk ? ok(at, false) : reply
  }

/** Replaces everything that a rule expects at its beginning by one name. */
export const labelled =
  (rule: Rule, label: string): Rule =>
  (text, at) => {
    const reply = rule(text, at)
    const { notes } = reply.report
    if (reply.isTaken || (reply.isOk && notes.length === 0)) return reply
    const others = notes.filter(({ kind }) => kind !== 'expected')
    return { ...reply, report: { ...reply.report, notes: [expected(label), ...others] } }
  }

export const optional = (rule: Rule): Rule => choice(rule, nothing)

/** Repeats as often as possible; only the last reason to stop is reported. */
export const repeated =
  (rule: Rule): Rule =>
  (text, at) =>
    repeat(rule, text, at, (_before, last) => last)

/** Repeats as often as possible; the reasons why the last repetition stopped are reported, too. */
export const repeatedWithReasons =
  (rule: Rule): Rule =>
  (text, at) =>
    repeat(rule, text, at, join)

function repeat(
  rule: Rule,
  text: readonly string[],
  start: number,
  report: (before: Report, last: Report) => Report,
): Reply {
  let so = ok(start, false)
  for (;;) {
    const reply = rule(text, so.at)
    if (!reply.isOk && reply.isTaken) return reply
    if (!reply.isTaken) return { ...so, report: report(so.report, reply.report) }
    so = reply
  }
}

export const once = (rule: Rule): Rule => sequence(rule, repeated(rule))
export const separated = (rule: Rule, separator: Rule): Rule =>
  sequence(rule, repeated(sequence(separator, rule)))

/** Succeeds if a rule of one character fails. */
export const notBefore =
  (rule: Rule): Rule =>
  (text, at) => {
    const reply = rule(text, at)
    if (!reply.isOk) return ok(at, false, reply.report)
    return failed(at, [{ kind: 'refused', text: quoted(text[at] ?? '') }], reply.at)
  }

export const end: Rule = labelled((text, at) => {
  const next = text[at]
  if (next === undefined) return ok(at, false, { at, notes: [met(next)] })
  return failed(at, [{ kind: 'refused', text: quoted(next) }])
}, 'end of input')

const quoted = (each: string): string =>
  each === '"' ? `'"'` : `'${each === "'" ? `\\'` : shown(each).slice(1, -1)}'`
