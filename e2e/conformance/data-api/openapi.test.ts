import { describe, expect } from 'vitest'
import { accept, get, head, lacking, nothing, refused, scenarios } from '../../support/scenarios.ts'

const OPENAPI = 'application/openapi+json; charset=utf-8'
const containing = (part: object): unknown => expect.objectContaining(part)
const document = (part: object) => ({
  status: 200,
  headers: { 'content-type': OPENAPI },
  body: containing(part),
})
const defining = (table: string, part: object) =>
  document({ definitions: containing({ [table]: containing(part) }) })
const column = (table: string, name: string, part: object) =>
  defining(table, { properties: containing({ [name]: part }) })

describe('the root document', () => {
  scenarios([
    { name: 'is OpenAPI 2.0', request: get('/'), ...document({ swagger: '2.0' }) },
    {
      name: 'is returned for its media type',
      request: get('/', accept('application/openapi+json')),
      ...document({ swagger: '2.0' }),
    },
    {
      name: 'is returned for JSON',
      request: get('/', accept('application/json')),
      ...document({ swagger: '2.0' }),
    },
    {
      name: 'is not available as CSV',
      request: get('/', accept('text/csv')),
      ...refused(406, 'PGRST107', 'None of these media types are available: text/csv'),
    },
    {
      name: 'supports HEAD',
      request: head('/'),
      status: 200,
      headers: { 'content-type': OPENAPI },
      body: nothing,
    },
    {
      name: 'has title and description from the schema comment',
      request: get('/'),
      ...document({
        info: containing({
          title: 'Harbour office',
          description: 'Ships, their owners and where they call.',
        }),
      }),
    },
    {
      name: 'describes another schema if requested',
      request: get('/', { 'accept-profile': 'shop' }),
      ...document({
        paths: containing({ '/items': expect.any(Object), '/rpc/total': expect.any(Object) }),
      }),
    },
    {
      name: 'is an error for an unknown schema',
      request: get('/', { 'accept-profile': 'nowhere' }),
      ...refused(406, 'PGRST106', 'Invalid schema: nowhere', {
        hint: 'Only the following schemas are exposed: public, shop',
      }),
    },
    {
      name: 'lists tables, views, and functions',
      request: get('/'),
      ...document({
        paths: containing({
          '/ships': expect.any(Object),
          '/big_ships': expect.any(Object),
          '/harbour_fees': expect.any(Object),
          '/rpc/add': expect.any(Object),
        }),
      }),
    },
    {
      name: 'omits tables that the caller cannot access',
      request: get('/'),
      status: 200,
      headers: { 'content-type': OPENAPI },
      body: containing({ paths: lacking('/vault') }),
    },
    {
      name: 'omits functions that the caller cannot execute',
      request: get('/'),
      status: 200,
      headers: { 'content-type': OPENAPI },
      body: containing({
        paths: lacking('/rpc/my_role'),
      }),
    },
    {
      name: 'shows the service role everything it can access',
      request: get('/', {}, 'service'),
      ...document({
        paths: containing({ '/vault': expect.any(Object), '/rpc/my_role': expect.any(Object) }),
      }),
    },
    {
      name: 'lists the methods of a table',
      request: get('/'),
      ...document({
        paths: containing({
          '/codes': containing({
            get: expect.any(Object),
            post: expect.any(Object),
            patch: expect.any(Object),
            delete: expect.any(Object),
          }),
        }),
      }),
    },
    {
      name: 'lists only GET for a read-only view',
      request: get('/'),
      ...document({ paths: containing({ '/ship_list': { get: expect.any(Object) } }) }),
    },
    {
      name: 'lists only POST for a function that can write',
      request: get('/'),
      ...document({ paths: containing({ '/rpc/add_code': { post: expect.any(Object) } }) }),
    },
    {
      name: 'lists GET and POST for a read-only function',
      request: get('/'),
      ...document({
        paths: containing({ '/rpc/add': { get: expect.any(Object), post: expect.any(Object) } }),
      }),
    },
    {
      name: 'has a table’s summary and description from its comment',
      request: get('/'),
      ...document({
        paths: containing({
          '/harbours': containing({
            get: containing({
              summary: 'Where ships call',
              description: 'One row a harbour.',
              tags: ['harbours'],
            }),
          }),
        }),
      }),
    },
    {
      name: 'has a function’s summary and description from its comment',
      request: get('/'),
      ...document({
        paths: containing({
          '/rpc/add': containing({
            post: containing({ summary: 'Adds', description: 'Two numbers.', tags: ['(rpc) add'] }),
          }),
        }),
      }),
    },
    {
      name: 'lists the parameters of GET',
      request: get('/'),
      ...document({
        paths: containing({
          '/cargoes': containing({
            get: containing({
              parameters: expect.arrayContaining([
                { $ref: '#/parameters/rowFilter.cargoes.id' },
                { $ref: '#/parameters/select' },
                { $ref: '#/parameters/order' },
                { $ref: '#/parameters/range' },
                { $ref: '#/parameters/offset' },
                { $ref: '#/parameters/limit' },
                { $ref: '#/parameters/preferCount' },
              ]),
            }),
          }),
        }),
      }),
    },
    {
      name: 'defines the parameters',
      request: get('/'),
      ...document({
        parameters: containing({
          'rowFilter.cargoes.name': containing({
            name: 'name',
            in: 'query',
            required: false,
            type: 'string',
          }),
          select: containing({ in: 'query', name: 'select', type: 'string' }),
        }),
      }),
    },
    {
      name: 'describes the rows that GET returns',
      request: get('/'),
      ...document({
        paths: containing({
          '/cargoes': containing({
            get: containing({
              responses: containing({
                '200': containing({
                  schema: { items: { $ref: '#/definitions/cargoes' }, type: 'array' },
                }),
                '206': { description: 'Partial Content' },
              }),
            }),
          }),
        }),
      }),
    },
  ])
})

describe('definitions', () => {
  scenarios([
    {
      name: 'list the required columns',
      request: get('/'),
      ...defining('cargoes', { required: ['id', 'name'], type: 'object' }),
    },
    {
      name: 'list columns that are required because of their domain',
      request: get('/'),
      ...defining('gauges', { required: ['id', 'sure'] }),
    },
    {
      name: 'contain the length of bits and characters, also of domains over them',
      request: get('/'),
      ...defining('gauges', {
        properties: containing({
          needle: { format: 'bit', maxLength: 5, type: 'string' },
          short: { format: 'character varying', maxLength: 7, type: 'string' },
          sure: { format: 'text', type: 'string' },
        }),
      }),
    },
    {
      name: 'resolve domains to built-in types, but not to user-defined ones',
      request: get('/'),
      ...defining('gauges', {
        properties: containing({
          told: { format: 'tsvector', type: 'string' },
          flag: { enum: ['red', 'green'], format: 'public.night_flag', type: 'string' },
        }),
      }),
    },
    {
      name: 'contain a table’s description from its comment',
      request: get('/'),
      ...defining('harbours', { description: expect.stringContaining('One row a harbour.') }),
    },
    {
      name: 'mark the primary key',
      request: get('/'),
      ...column('cargoes', 'id', {
        description: 'Note:\nThis is a Primary Key.<pk/>',
        format: 'int32',
        type: 'integer',
      }),
    },
    {
      name: 'mark a foreign key',
      request: get('/'),
      ...column('calls', 'ship_id', {
        description: "Note:\nThis is a Foreign Key to `ships.id`.<fk table='ships' column='id'/>",
        format: 'int32',
        type: 'integer',
      }),
    },
    {
      name: 'contain a column’s description from its comment',
      request: get('/'),
      ...column('harbours', 'depth', {
        description: 'Metres at low water',
        format: 'numeric',
        type: 'number',
      }),
    },
    {
      name: 'contain a default',
      request: get('/'),
      ...column('crates', 'label', { default: 'plain', format: 'text', type: 'string' }),
    },
    {
      name: 'contain a boolean default',
      request: get('/'),
      ...column('crates', 'stamped', { default: true, format: 'boolean', type: 'boolean' }),
    },
    {
      name: 'contain a numeric default',
      request: get('/'),
      ...column('codes', 'uses', { default: 1, format: 'int32', type: 'integer' }),
    },
    {
      name: 'list the labels of an enum',
      request: get('/'),
      ...column('samples', 'flag', {
        enum: ['red', 'green'],
        format: 'public.flag',
        type: 'string',
      }),
    },
    {
      name: 'describe an array and its elements',
      request: get('/'),
      ...column('ships', 'tags', { format: 'text[]', items: { type: 'string' }, type: 'array' }),
    },
    {
      name: 'describe an array of numbers',
      request: get('/'),
      ...column('samples', 'matrix', {
        format: 'integer[]',
        items: { type: 'integer' },
        type: 'array',
      }),
    },
    {
      name: 'omit the type of JSON',
      request: get('/'),
      ...column('samples', 'plain', { format: 'json' }),
    },
    {
      name: 'describe a timestamp',
      request: get('/'),
      ...column('samples', 'stamp', { format: 'timestamp with time zone', type: 'string' }),
    },
    {
      name: 'describe a double',
      request: get('/'),
      ...column('samples', 'double', { format: 'double precision', type: 'number' }),
    },
    {
      name: 'describe a bigint',
      request: get('/'),
      ...column('samples', 'big', { format: 'int64', type: 'integer' }),
    },
    {
      name: 'include views',
      request: get('/'),
      ...column('big_ships', 'title', { format: 'text', type: 'string' }),
    },
  ])
})
