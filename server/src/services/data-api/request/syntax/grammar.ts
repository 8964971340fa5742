import { guardDepth } from '../cursor.ts'
import {
  ahead,
  any,
  attempt,
  character,
  choice,
  end,
  labelled,
  noneOf,
  notBefore,
  nothing,
  once,
  oneOf,
  optional,
  repeatedWithReasons,
  satisfying,
  separated,
  sequence,
  word,
  type Rule,
} from './rules.ts'

const LATIN = /[a-zA-Z]/
const LETTER = /\p{L}/u
const letter = labelled(
  satisfying((each) => (each < '\x7F' ? LATIN : LETTER).test(each)),
  'letter',
)
const digit = labelled(
  satisfying((each) => each >= '0' && each <= '9'),
  'digit',
)
const blanks = repeatedWithReasons(oneOf(' \t'))
const lexeme = (rule: Rule) => sequence(blanks, rule, blanks)
const words = (list: string) => choice(...list.split(' ').map((each) => attempt(word(each))))
const delimiter = labelled(character('.'), 'delimiter (.)')

const quotedText = sequence(
  character('"'),
  repeatedWithReasons(choice(noneOf('\\"'), sequence(character('\\'), any))),
  character('"'),
)
const identifier = once(choice(letter, digit, oneOf('_ $')))
const dash = attempt(sequence(character('-'), notBefore(character('>'))))
const fieldName = labelled(
  choice(quotedText, separated(identifier, dash)),
  'field name (* or [a..z0..9_$])',
)

const isStepEnd = choice(
  ...['->', '::', '.', ','].map((each) => attempt(ahead(word(each)))),
  attempt(end),
)
const step = sequence(
  choice(attempt(word('->>')), attempt(word('->'))),
  choice(
    attempt(sequence(optional(character('-')), once(digit), isStepEnd)),
    attempt(
      labelled(
        choice(quotedText, separated(once(noneOf('(-:.,>)')), dash)),
        'any non reserved character different from: .,>()',
      ),
    ),
  ),
)
const steps = repeatedWithReasons(step)
const field = lexeme(sequence(fieldName, optional(steps)))

const alias = optional(attempt(sequence(fieldName, character(':'), notBefore(character(':')))))
const embedParameter = sequence(
  character('!'),
  choice(attempt(word('left')), attempt(word('inner')), attempt(fieldName)),
)
const embedEnd = sequence(
  optional(embedParameter),
  optional(embedParameter),
  attempt(ahead(word('('))),
)
/** `count(` is the aggregate. */
const relationName: Rule = (text, at) => {
  const reply = fieldName(text, at)
  const name = text.slice(at, reply.at).join('').trim()
  return reply.isOk && /^"?count"?$/.test(name) ? { ...reply, isOk: false } : reply
}
const spread = lexeme(sequence(word('...'), fieldName, embedEnd))
const relation = lexeme(sequence(alias, relationName, embedEnd))
const cast = optional(sequence(word('::'), identifier))
const isItemEnd = choice(attempt(ahead(word(')'))), attempt(ahead(word(','))), attempt(end))
const column = lexeme(
  choice(
    attempt(sequence(word('*'), isItemEnd)),
    attempt(sequence(alias, word('count()'), cast, isItemEnd)),
    sequence(
      alias,
      field,
      cast,
      optional(
        attempt(
          sequence(
            character('.'),
            choice(
              word('sum'),
              word('avg'),
              word('count'),
              attempt(word('max')),
              attempt(word('min')),
            ),
            word('()'),
          ),
        ),
      ),
      cast,
      isItemEnd,
    ),
  ),
)

function items(depth: number): Rule {
  const inside: Rule = (text, at) => {
    guardDepth(depth + 1)
    return items(depth + 1)(text, at)
  }
  const inParentheses = [character('('), inside, character(')')]
  const item = choice(
    sequence(attempt(spread), ...inParentheses),
    sequence(attempt(relation), ...inParentheses),
    column,
  )
  return optional(separated(item, lexeme(character(','))))
}

/** `select=` */
export const selectRule = items(1)

const orderEnd = choice(attempt(ahead(character(','))), attempt(end))
const dotted = (list: string) =>
  choice(...list.split(' ').map((each) => attempt(sequence(delimiter, word(each)))))
const orderWords = sequence(
  optional(dotted('asc desc')),
  choice(sequence(optional(dotted('nullsfirst nullslast')), orderEnd), orderEnd),
)

/** `order=` */
export const orderRule = separated(
  lexeme(
    choice(
      attempt(sequence(fieldName, character('('), field, character(')'), orderWords)),
      sequence(field, orderWords),
    ),
  ),
  character(','),
)

const quotedAlone = attempt(sequence(quotedText, notBefore(noneOf(',)'))))
const unquoted = repeatedWithReasons(noneOf(',)'))
const list = sequence(
  lexeme(character('(')),
  separated(choice(quotedAlone, unquoted), character(',')),
  lexeme(character(')')),
)
const caseless = (wanted: string) =>
  attempt(
    sequence(
      ...Array.from(wanted).map((each) => choice(character(each), character(each.toUpperCase()))),
    ),
  )
const truth = labelled(
  choice(...['null', 'not_null', 'true', 'false', 'unknown'].map(caseless)),
  'isVal: (null, not_null, true, false, unknown)',
)
const UNKNOWN = 'unknown single value operator'
const begins = (name: string) => attempt(sequence(word(name), delimiter))
const between = (rule: Rule) => optional(attempt(sequence(character('('), rule, character(')'))))

const operation = (value: Rule): Rule =>
  sequence(
    choice(begins('not'), nothing),
    labelled(
      choice(
        sequence(begins('in'), list),
        sequence(begins('is'), truth),
        sequence(begins('isdistinct'), value),
        attempt(sequence(words('fts plfts phfts wfts'), between(identifier), delimiter, value)),
        attempt(
          sequence(labelled(words('neq cs cd ov sl sr nxr nxl adj'), UNKNOWN), delimiter, value),
        ),
        attempt(
          sequence(
            labelled(words('eq gte gt lte lt like ilike match imatch'), UNKNOWN),
            between(choice(attempt(word('any')), word('all'))),
            delimiter,
            value,
          ),
        ),
      ),
      'operator (eq, gt, ...)',
    ),
  )

/** The value of a filter. */
export const filterRule = operation(repeatedWithReasons(any))
/** A function's argument, unless it begins like a filter. */
export const argumentRule = choice(filterRule, nothing)

const braced = attempt(sequence(word('{'), repeatedWithReasons(noneOf('{}')), word('}')))
const logicFilter = sequence(field, delimiter, operation(choice(quotedAlone, braced, unquoted)))

function condition(depth: number): Rule {
  const inside: Rule = (text, at) => {
    guardDepth(depth + 1)
    return condition(depth + 1)(text, at)
  }
  return choice(
    attempt(logicFilter),
    sequence(
      labelled(choice(begins('not'), nothing), 'negation operator (not)'),
      labelled(choice(attempt(word('and')), word('or')), 'logic operator (and, or)'),
      lexeme(character('(')),
      separated(inside, lexeme(character(','))),
      lexeme(character(')')),
    ),
  )
}

/** `and=` and `or=`, with the word itself in front. */
export const logicRule = condition(1)
export const logicPathRule = separated(fieldName, delimiter)
/** The key of a filter or an order. */
export const treePathRule = sequence(separated(fieldName, delimiter), optional(steps))
/** `columns=` and `on_conflict=` */
export const namesRule = separated(fieldName, lexeme(character(',')))
