import { describe, expect } from 'vitest'
import { found, get, scenarios, unparsed } from '../../support/scenarios.ts'

const ids = (query: string, ...list: readonly number[]) => ({
  request: get(`/ships?select=id&order=id&${query}`),
  ...found(
    list.length === 0 ? '*/*' : `0-${list.length - 1}/*`,
    list.map((id) => ({ id })),
  ),
})
const texts = (query: string, ...list: readonly number[]) => ({
  request: get(`/texts?select=id&order=id&${query}`),
  ...found(
    list.length === 0 ? '*/*' : `0-${list.length - 1}/*`,
    list.map((id) => ({ id })),
  ),
})

describe('logical operators:', () => {
  scenarios([
    { name: 'or matches any condition', ...ids('or=(id.eq.1,name.eq.Dolphin)', 1, 4) },
    { name: 'and matches all conditions', ...ids('and=(tonnage.eq.800,active.is.true)', 4) },
    { name: 'or combines with other filters', ...ids('active=is.true&or=(id.eq.2,id.eq.4)', 4) },
    {
      name: 'two groups must both match',
      ...ids('or=(id.eq.1,id.eq.2)&or=(active.is.true,id.eq.3)', 1),
    },
    {
      name: 'a group can contain groups',
      ...ids('or=(and(id.gt.1,active.is.true),id.eq.3)', 3, 4),
    },
    {
      name: 'groups can nest deeply',
      ...ids('and=(or(id.eq.1,and(id.eq.2,or(active.is.false,id.eq.9))),tonnage.lt.9999)', 1, 2),
    },
    { name: 'not can negate the group parameter', ...ids('not.or=(id.eq.1,id.eq.2)', 3, 4) },
    {
      name: 'not can negate and',
      ...ids('not.and=(tonnage.eq.800,active.is.true)', 1, 2, 3),
    },
    {
      name: 'not can negate an inner group',
      ...ids('or=(not.and(id.gte.2,id.lte.4),id.eq.3)', 1, 3),
    },
    {
      name: 'not can negate a condition’s operator',
      ...ids('or=(id.not.eq.1,id.eq.1)', 1, 2, 3, 4),
    },
    {
      name: 'spaces in a group are ignored',
      ...ids('or=(%20id.eq.1%20,%20and(%20id.eq.3,%20tonnage.gt.1%20)%20)', 1, 3),
    },
    { name: 'a group can have one condition', ...ids('or=(id.eq.2)', 2) },
    {
      name: 'a group works on a view',
      request: get('/big_ships?select=id&or=(title.like.A*,tonnage.gt.9999)&order=id'),
      ...found('0-1/*', [{ id: 1 }, { id: 3 }]),
    },
  ])
})

describe('operators in groups:', () => {
  scenarios([
    { name: 'in', ...ids('or=(id.in.(1,2),id.eq.4)', 1, 2, 4) },
    {
      name: 'in with quoted elements',
      ...ids('or=(remark.in.("painted, twice","a.b(c)"),id.eq.1)', 1, 2, 4),
    },
    { name: 'in with an empty list', ...ids('or=(id.in.(),id.eq.4)', 4) },
    { name: 'is', ...ids('or=(price.is.null,active.is.false)', 2, 3) },
    { name: 'is not', ...ids('and=(price.not.is.null,active.is.not_null)', 1, 2, 4) },
    { name: 'like with asterisks', ...ids('or=(name.like.A*,name.ilike.d*)', 1, 4) },
    { name: 'array containment', ...ids('or=(tags.cs.{ferry,new},tags.cd.{})', 3, 4) },
    { name: 'array overlap', ...ids('and=(tags.ov.{old,new},id.gt.1)', 4) },
    {
      name: 'a range with a quoted comma',
      ...ids('or=(draught.ov."[3,6)",id.eq.3)', 1, 3, 4),
    },
    { name: 'full-text search', ...ids('or=(log.plfts.voyage,log.fts(english).harbour)', 1, 2, 4) },
    { name: 'negated full-text search', ...ids('and=(log.not.fts.voyage)', 4) },
    {
      name: 'any and all',
      ...ids('or=(name.like(any).{A*,D*},tonnage.gt(all).{1000,9000})', 1, 3, 4),
    },
    { name: 'isdistinct', ...ids('and=(operator_id.isdistinct.2,id.lt.4)', 3) },
    { name: 'a JSON path', ...ids('or=(specs->crew->>min.eq.5,specs->>code.eq.BE-2)', 1, 2) },
    { name: 'a computed column', ...ids('or=(is_heavy.is.true,id.eq.2)', 1, 2, 3) },
    { name: 'a JSON value with braces', ...ids('or=(specs.cs.{"code":"AL-1"},id.eq.4)', 1, 4) },
  ])
})

describe('quoting in groups', () => {
  scenarios([
    {
      name: 'a quoted value can contain a comma',
      ...texts('or=(body.eq."comma, dot.",id.eq.1)', 1, 6),
    },
    { name: 'a quoted value can contain parentheses', ...texts('or=(body.eq."(brackets)")', 7) },
    {
      name: 'a quoted value can contain escaped quotes',
      ...texts('or=(body.eq."\\"quoted\\"")', 8),
    },
    {
      name: 'a quoted value can contain an escaped backslash',
      ...texts('or=(body.eq."back\\\\slash")', 5),
    },
    {
      name: 'a value can contain dots and spaces without quotes',
      ...texts('or=(body.eq.plain words,id.eq.3)', 1, 3),
    },
    { name: 'a quoted empty value is the empty string', ...texts('or=(body.eq."")', 9) },
    {
      name: 'a value that only starts with a quote keeps it',
      ...texts('or=(body.eq."x"y,id.eq.2)', 2),
    },
    { name: 'a quoted value outside a group keeps its quotes', ...texts('body=eq."quoted"', 8) },
    {
      name: 'an element of in outside a group only needs quotes around a comma',
      ...texts('body=in.("comma, dot.",null)', 6, 10),
    },
    { name: 'a literal percent sign needs a backslash', ...texts('body=like.*\\%25', 2) },
    { name: 'a literal underscore needs a backslash', ...texts('body=like.*\\_*', 3) },
    { name: 'like cannot match a literal asterisk', ...texts('body=like.star*star', 4) },
    { name: 'eq matches a literal asterisk', ...texts('body=eq.star*star', 4) },
    { name: 'an ampersand must be encoded', ...texts('body=eq.a%26b%3Dc', 12) },
    {
      name: 'characters outside the basic multilingual plane work',
      ...texts('body=like.%F0%9F%98%80*', 11),
    },
    { name: 'an invalid percent encoding is literal', ...texts('body=like.%plain*', 1) },
    { name: 'text after a group is ignored', ...texts('and=(id.eq.2)x', 2) },
    { name: 'a plus sign is a space', ...texts('body=eq.plain+words', 1) },
  ])
})

describe('a parse error is returned for', () => {
  const code = (query: string) => ({
    request: get(`/ships?${query}`),
    status: 400,
    headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
    body: {
      code: 'PGRST100',
      message: expect.stringMatching(
        /^"failed to parse logic tree \(.*\)" \(line 1, column \d+\)$/,
      ),
      details: expect.any(String),
      hint: null,
    },
  })
  scenarios([
    { name: 'an empty group', ...code('or=()') },
    { name: 'an unclosed group', ...code('or=(id.eq.1') },
    { name: 'a group without parentheses', ...code('or=id.eq.1') },
    { name: 'a condition without an operator', ...code('or=(id,name.eq.x)') },
    { name: 'an unknown operator', ...code('or=(id.is_like.1,id.eq.2)') },
    { name: 'an operator without a column', ...code('and=(eq.1)') },
    { name: 'in without a list', ...code('or=(id.in.1,id.eq.2)') },
    { name: 'an unknown group in a group', ...code('or=(xor(id.eq.1,id.eq.2))') },
    {
      name: 'a group parameter, with a column number that includes the operator',
      request: get('/ships?not.or=(id.eq.1,wide)'),
      ...unparsed(
        'logic tree',
        '(id.eq.1,wide)',
        20,
        'unexpected ")" expecting letter, digit, "-", "->>", "->" or delimiter (.)',
      ),
    },
    {
      name: 'invalid UTF-8',
      request: get('/ships?name=eq.%FF'),
      ...unparsed('query string', 'eq.%FF', 1, 'invalid UTF-8'),
    },
  ])
})
