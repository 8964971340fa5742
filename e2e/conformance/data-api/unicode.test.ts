import { describe, expect } from 'vitest'
import {
  accept,
  done,
  found,
  FULL,
  get,
  patch,
  post,
  prefer,
  raw,
  refused,
  remove,
  returned,
  scenarios,
} from '../../support/scenarios.ts'

const TABLE = encodeURIComponent('порты')
const NAME = encodeURIComponent('имя')
const COUNTRY = encodeURIComponent('страна')
const TYPES = '/Ship%20Types'

describe('names in other scripts work for', () => {
  scenarios([
    {
      name: 'a table',
      request: get(`/${TABLE}?order=${NAME}.desc`),
      ...found('0-1/*', [
        { имя: 'Одесса', страна: 'UA' },
        { имя: 'Café', страна: 'FR' },
      ]),
    },
    {
      name: 'a selected column',
      request: get(`/${TABLE}?select=${NAME}&${COUNTRY}=eq.FR`),
      ...found('0-0/*', [{ имя: 'Café' }]),
    },
    {
      name: 'an alias',
      request: get(`/${TABLE}?select=${encodeURIComponent('港')}:${NAME}&${COUNTRY}=eq.UA`),
      ...found('0-0/*', [{ 港: 'Одесса' }]),
    },
    {
      name: 'a value',
      request: get(`/${TABLE}?${NAME}=eq.${encodeURIComponent('Одесса')}`),
      ...found('0-0/*', [{ имя: 'Одесса', страна: 'UA' }]),
    },
    {
      name: 'a value with accents',
      request: get(`/${TABLE}?${NAME}=like.Caf*`),
      ...found('0-0/*', [{ имя: 'Café', страна: 'FR' }]),
    },
    {
      name: 'a value in a group',
      request: get(`/${TABLE}?or=(${NAME}.eq.${encodeURIComponent('Café')})&select=${COUNTRY}`),
      ...found('0-0/*', [{ страна: 'FR' }]),
    },
    {
      name: 'an insert',
      request: post(`/${TABLE}`, { имя: 'Αθήνα', страна: 'GR' }, prefer(FULL)),
      ...returned(201, [{ имя: 'Αθήνα', страна: 'GR' }]),
    },
    {
      name: 'an insert that returns a location',
      request: post(`/${TABLE}`, { имя: 'ä' }, prefer('return=headers-only')),
      ...done(201, '*/*', {
        'preference-applied': 'return=headers-only',
        location: expect.stringContaining('=eq.%C3%A4'),
      }),
    },
    {
      name: 'an update',
      request: patch(`/${TABLE}?${COUNTRY}=eq.FR&select=${NAME}`, { имя: '港' }, prefer(FULL)),
      ...returned(200, [{ имя: '港' }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'a delete',
      request: remove(
        `/${TABLE}?${NAME}=eq.${encodeURIComponent('Одесса')}`,
        prefer('count=exact'),
      ),
      ...done(204, '*/1', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'CSV',
      request: get(`/${TABLE}?${COUNTRY}=eq.UA`, accept('text/csv')),
      status: 200,
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body: raw('имя,страна\nОдесса,UA'),
    },
    {
      name: 'an unknown table',
      request: get(`/${encodeURIComponent('порт')}`),
      status: 404,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({
        message: "Could not find the table 'public.порт' in the schema cache",
      }),
    },
    {
      name: 'characters outside the basic multilingual plane',
      request: post('/texts', { id: 50, body: '𝔘𝔫𝔦 👩‍🚀' }, prefer(FULL)),
      ...returned(201, [{ id: 50, body: '𝔘𝔫𝔦 👩‍🚀' }]),
    },
    {
      name: 'JSON escapes',
      request: post('/texts', '{"id": 51, "body": "\\u00e9\\n\\t\\"\\\\"}', prefer(FULL)),
      ...returned(201, [{ id: 51, body: 'é\n\t"\\' }]),
    },
    {
      name: 'a NUL, which is rejected',
      request: post('/texts', '{"id": 52, "body": "a\\u0000b"}'),
      status: 400,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: expect.objectContaining({ code: expect.stringMatching(/^22P05|22021$/) }),
    },
  ])
})

describe('names that need quotes work for', () => {
  scenarios([
    {
      name: 'a table with a space',
      request: get(`${TYPES}?select=Type%20Name&order=Type%20Name`),
      ...found('0-1/*', [{ 'Type Name': 'Ice Breaker' }, { 'Type Name': 'Tanker' }]),
    },
    {
      name: 'a column with a dot, in quotes',
      request: get(`${TYPES}?select="max.load"&Type%20Name=eq.Tanker`),
      ...found('0-0/*', [{ 'max.load': 10 }]),
    },
    {
      name: 'a column with a dot in a filter',
      request: get(`${TYPES}?select=Type%20Name&"max.load"=gt.6`),
      ...found('0-0/*', [{ 'Type Name': 'Tanker' }]),
    },
    {
      name: 'a column with a dot in order',
      request: get(`${TYPES}?select="max.load"&order="max.load".desc`),
      ...found('0-1/*', [{ 'max.load': 10 }, { 'max.load': 5 }]),
    },
    {
      name: 'a column with a dot in a group',
      request: get(`${TYPES}?select=Type%20Name&or=("max.load".eq.5,"max.load".eq.99)`),
      ...found('0-0/*', [{ 'Type Name': 'Ice Breaker' }]),
    },
    {
      name: 'a column with a colon',
      request: get(`${TYPES}?select="a:b"&Type%20Name=eq.Tanker`),
      ...found('0-0/*', [{ 'a:b': 'colon' }]),
    },
    {
      name: 'a column with a comma',
      request: get(`${TYPES}?select="x,y"&Type%20Name=eq.Tanker`),
      ...found('0-0/*', [{ 'x,y': 'comma' }]),
    },
    {
      name: 'a column with quotes',
      request: get(`${TYPES}?select=${encodeURIComponent('"say \\"hi\\""')}&Type%20Name=eq.Tanker`),
      ...found('0-0/*', [{ 'say "hi"': 'quote' }]),
    },
    {
      name: 'an alias of such a column',
      request: get(`${TYPES}?select=load:"max.load"&Type%20Name=eq.Tanker`),
      ...found('0-0/*', [{ load: 10 }]),
    },
    {
      name: 'a quoted alias',
      request: get(`${TYPES}?select="the load":"max.load"&Type%20Name=eq.Tanker`),
      ...found('0-0/*', [{ 'the load': 10 }]),
    },
    {
      name: 'an insert',
      request: post(
        TYPES,
        { 'Type Name': 'Tug', 'max.load': 1, 'a:b': 'x', 'x,y': 'y', 'say "hi"': 'z' },
        prefer(FULL),
      ),
      ...returned(201, [
        { 'Type Name': 'Tug', 'max.load': 1, 'a:b': 'x', 'x,y': 'y', 'say "hi"': 'z' },
      ]),
    },
    {
      name: 'the columns parameter',
      request: post(
        `${TYPES}?columns="Type Name","max.load"&select="max.load"`,
        { 'Type Name': 'Tug', 'max.load': 3, more: 1 },
        prefer(FULL),
      ),
      ...returned(201, [{ 'max.load': 3 }]),
    },
    {
      name: 'on_conflict',
      request: post(
        `${TYPES}?on_conflict="Type Name"&select="max.load"`,
        { 'Type Name': 'Tanker', 'max.load': 11 },
        prefer('resolution=merge-duplicates', FULL),
      ),
      ...returned(200, [{ 'max.load': 11 }], {
        'preference-applied': `resolution=merge-duplicates, ${FULL}`,
      }),
    },
    {
      name: 'an update',
      request: patch(`${TYPES}?"max.load"=eq.5&select="max.load"`, { 'max.load': 6 }, prefer(FULL)),
      ...returned(200, [{ 'max.load': 6 }], { 'content-range': '0-0/*' }),
    },
    {
      name: 'SQL in a name, which does not parse',
      request: get('/ships?select=id"; drop table ships; --'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'SQL in a quoted name, which is an unknown name',
      request: get(`/ships?select=${encodeURIComponent('"id\\"; drop table ships; --"')}`),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({ code: '42703' }),
    },
    {
      name: 'SQL in a value, which is only a value',
      request: get("/texts?body=eq.x';drop table texts;--"),
      ...found('*/*', []),
    },
    {
      name: 'SQL in a cast, which does not parse',
      request: get('/ships?select=id::int;drop table ships;--'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'SQL after an extra parenthesis, which is ignored',
      request: get('/cargoes?select=id::int);drop table cargoes;--&id=eq.1'),
      ...found('0-0/*', [{ id: 1 }]),
    },
    {
      name: 'SQL in a search configuration, which does not parse',
      request: get("/ships?log=fts(english');drop).x"),
      ...refused(400, 'PGRST100', expect.any(String), { details: expect.any(String) }),
    },
  ])
})
