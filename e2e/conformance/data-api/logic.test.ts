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

describe('and, or, not', () => {
  scenarios([
    { name: 'or takes what one condition holds of', ...ids('or=(id.eq.1,name.eq.Dolphin)', 1, 4) },
    { name: 'and takes what all hold of', ...ids('and=(tonnage.eq.800,active.is.true)', 4) },
    { name: 'or stands beside other filters', ...ids('active=is.true&or=(id.eq.2,id.eq.4)', 4) },
    { name: 'two groups both hold', ...ids('or=(id.eq.1,id.eq.2)&or=(active.is.true,id.eq.3)', 1) },
    { name: 'a group holds groups', ...ids('or=(and(id.gt.1,active.is.true),id.eq.3)', 3, 4) },
    {
      name: 'groups nest deep',
      ...ids('and=(or(id.eq.1,and(id.eq.2,or(active.is.false,id.eq.9))),tonnage.lt.9999)', 1, 2),
    },
    { name: 'not before the group turns it round', ...ids('not.or=(id.eq.1,id.eq.2)', 3, 4) },
    {
      name: 'not before and turns it round',
      ...ids('not.and=(tonnage.eq.800,active.is.true)', 1, 2, 3),
    },
    { name: 'not before an inner group', ...ids('or=(not.and(id.gte.2,id.lte.4),id.eq.3)', 1, 3) },
    { name: 'not before a condition’s operator', ...ids('or=(id.not.eq.1,id.eq.1)', 1, 2, 3, 4) },
    {
      name: 'blanks in a group are left out',
      ...ids('or=(%20id.eq.1%20,%20and(%20id.eq.3,%20tonnage.gt.1%20)%20)', 1, 3),
    },
    { name: 'one condition makes a group', ...ids('or=(id.eq.2)', 2) },
    {
      name: 'a group on a view',
      request: get('/big_ships?select=id&or=(title.like.A*,tonnage.gt.9999)&order=id'),
      ...found('0-1/*', [{ id: 1 }, { id: 3 }]),
    },
  ])
})

describe('operators in groups', () => {
  scenarios([
    { name: 'in', ...ids('or=(id.in.(1,2),id.eq.4)', 1, 2, 4) },
    {
      name: 'in with quoted elements',
      ...ids('or=(remark.in.("painted, twice","a.b(c)"),id.eq.1)', 1, 2, 4),
    },
    { name: 'in of nothing', ...ids('or=(id.in.(),id.eq.4)', 4) },
    { name: 'is', ...ids('or=(price.is.null,active.is.false)', 2, 3) },
    { name: 'is not', ...ids('and=(price.not.is.null,active.is.not_null)', 1, 2, 4) },
    { name: 'like with stars', ...ids('or=(name.like.A*,name.ilike.d*)', 1, 4) },
    { name: 'containment of an array', ...ids('or=(tags.cs.{ferry,new},tags.cd.{})', 3, 4) },
    { name: 'overlap of an array', ...ids('and=(tags.ov.{old,new},id.gt.1)', 4) },
    {
      name: 'a range needs quotes around its comma',
      ...ids('or=(draught.ov."[3,6)",id.eq.3)', 1, 3, 4),
    },
    { name: 'a search', ...ids('or=(log.plfts.voyage,log.fts(english).harbour)', 1, 2, 4) },
    { name: 'not of a search', ...ids('and=(log.not.fts.voyage)', 4) },
    {
      name: 'any and all',
      ...ids('or=(name.like(any).{A*,D*},tonnage.gt(all).{1000,9000})', 1, 3, 4),
    },
    { name: 'isdistinct', ...ids('and=(operator_id.isdistinct.2,id.lt.4)', 3) },
    { name: 'a place in JSON', ...ids('or=(specs->crew->>min.eq.5,specs->>code.eq.BE-2)', 1, 2) },
    { name: 'a computed column', ...ids('or=(is_heavy.is.true,id.eq.2)', 1, 2, 3) },
    { name: 'a JSON value in braces', ...ids('or=(specs.cs.{"code":"AL-1"},id.eq.4)', 1, 4) },
  ])
})

describe('quoting in groups', () => {
  scenarios([
    {
      name: 'a quoted value may hold a comma',
      ...texts('or=(body.eq."comma, dot.",id.eq.1)', 1, 6),
    },
    { name: 'a quoted value may hold brackets', ...texts('or=(body.eq."(brackets)")', 7) },
    { name: 'a quoted value may hold escaped quotes', ...texts('or=(body.eq."\\"quoted\\"")', 8) },
    {
      name: 'a quoted value may hold an escaped backslash',
      ...texts('or=(body.eq."back\\\\slash")', 5),
    },
    {
      name: 'a value may hold dots and blanks without quotes',
      ...texts('or=(body.eq.plain words,id.eq.3)', 1, 3),
    },
    { name: 'a quoted empty value is the empty text', ...texts('or=(body.eq."")', 9) },
    {
      name: 'a value that only begins with a quote keeps it',
      ...texts('or=(body.eq."x"y,id.eq.2)', 2),
    },
    { name: 'a quoted value of a filter alone keeps its quotes', ...texts('body=eq."quoted"', 8) },
    {
      name: 'an element of in alone needs quotes around its comma',
      ...texts('body=in.("comma, dot.",null)', 6, 10),
    },
    { name: 'a percent sign that is meant needs a backslash', ...texts('body=like.*\\%25', 2) },
    { name: 'an underscore that is meant needs a backslash', ...texts('body=like.*\\_*', 3) },
    { name: 'a star cannot be meant by like', ...texts('body=like.star*star', 4) },
    { name: 'equality takes a star for itself', ...texts('body=eq.star*star', 4) },
    { name: 'an ampersand comes encoded', ...texts('body=eq.a%26b%3Dc', 12) },
    { name: 'letters beyond the basic plane', ...texts('body=like.%F0%9F%98%80*', 11) },
    { name: 'a percent sign that encodes nothing is itself', ...texts('body=like.%plain*', 1) },
    { name: 'text behind a group is not read', ...texts('and=(id.eq.2)x', 2) },
    { name: 'a plus sign is a blank', ...texts('body=eq.plain+words', 1) },
  ])
})

describe('groups that do not parse', () => {
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
    { name: 'a group that does not end', ...code('or=(id.eq.1') },
    { name: 'a group without brackets', ...code('or=id.eq.1') },
    { name: 'a condition without an operator', ...code('or=(id,name.eq.x)') },
    { name: 'an unknown operator', ...code('or=(id.is_like.1,id.eq.2)') },
    { name: 'an operator without a column', ...code('and=(eq.1)') },
    { name: 'in without its list', ...code('or=(id.in.1,id.eq.2)') },
    { name: 'an unknown group in a group', ...code('or=(xor(id.eq.1,id.eq.2))') },
    {
      name: 'the place is counted with the word in front of the group',
      request: get('/ships?not.or=(id.eq.1,wide)'),
      ...unparsed(
        'logic tree',
        '(id.eq.1,wide)',
        20,
        'unexpected ")" expecting letter, digit, "-", "->>", "->" or delimiter (.)',
      ),
    },
    {
      name: 'broken UTF-8 is said to be it',
      request: get('/ships?name=eq.%FF'),
      ...unparsed('query string', 'eq.%FF', 1, 'invalid UTF-8'),
    },
  ])
})
