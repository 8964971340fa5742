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

describe('the document at the root', () => {
  scenarios([
    { name: 'is OpenAPI 2.0', request: get('/'), ...document({ swagger: '2.0' }) },
    {
      name: 'is had by its media type',
      request: get('/', accept('application/openapi+json')),
      ...document({ swagger: '2.0' }),
    },
    {
      name: 'is had as JSON',
      request: get('/', accept('application/json')),
      ...document({ swagger: '2.0' }),
    },
    {
      name: 'is not had as CSV',
      request: get('/', accept('text/csv')),
      ...refused(406, 'PGRST107', 'None of these media types are available: text/csv'),
    },
    {
      name: 'answers HEAD',
      request: head('/'),
      status: 200,
      headers: { 'content-type': OPENAPI },
      body: nothing,
    },
    {
      name: 'takes its title and description from the schema’s comment',
      request: get('/'),
      ...document({
        info: containing({
          title: 'Harbour office',
          description: 'Ships, their owners and where they call.',
        }),
      }),
    },
    {
      name: 'is of another schema by its name',
      request: get('/', { 'accept-profile': 'shop' }),
      ...document({
        paths: containing({ '/items': expect.any(Object), '/rpc/total': expect.any(Object) }),
      }),
    },
    {
      name: 'is refused for an unknown schema',
      request: get('/', { 'accept-profile': 'nowhere' }),
      ...refused(406, 'PGRST106', 'Invalid schema: nowhere', {
        hint: 'Only the following schemas are exposed: public, shop',
      }),
    },
    {
      name: 'lists tables, views and functions',
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
      name: 'leaves out what the caller may not use',
      request: get('/'),
      status: 200,
      headers: { 'content-type': OPENAPI },
      body: containing({ paths: lacking('/vault') }),
    },
    {
      name: 'leaves out functions the caller may not use',
      request: get('/'),
      status: 200,
      headers: { 'content-type': OPENAPI },
      body: containing({
        paths: lacking('/rpc/my_role'),
      }),
    },
    {
      name: 'shows the service what it may use',
      request: get('/', {}, 'service'),
      ...document({
        paths: containing({ '/vault': expect.any(Object), '/rpc/my_role': expect.any(Object) }),
      }),
    },
    {
      name: 'gives a table its methods',
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
      name: 'gives a view that cannot be written GET alone',
      request: get('/'),
      ...document({ paths: containing({ '/ship_list': { get: expect.any(Object) } }) }),
    },
    {
      name: 'gives a function that may write POST alone',
      request: get('/'),
      ...document({ paths: containing({ '/rpc/add_code': { post: expect.any(Object) } }) }),
    },
    {
      name: 'gives a function that only reads GET and POST',
      request: get('/'),
      ...document({
        paths: containing({ '/rpc/add': { get: expect.any(Object), post: expect.any(Object) } }),
      }),
    },
    {
      name: 'tells a table’s summary and description by its comment',
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
      name: 'tells a function’s summary and description by its comment',
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
      name: 'answers GET with rows',
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
      name: 'name the columns that must be there',
      request: get('/'),
      ...defining('cargoes', { required: ['id', 'name'], type: 'object' }),
    },
    {
      name: 'name those that must be there since their domain says so',
      request: get('/'),
      ...defining('gauges', { required: ['id', 'sure'] }),
    },
    {
      name: 'tell how long bits and letters may be, also below a domain',
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
      name: 'look through domains to a type of Postgres’s own, not to one of the project’s',
      request: get('/'),
      ...defining('gauges', {
        properties: containing({
          told: { format: 'tsvector', type: 'string' },
          flag: { enum: ['red', 'green'], format: 'public.night_flag', type: 'string' },
        }),
      }),
    },
    {
      name: 'take a table’s description from its comment',
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
      name: 'take a column’s description from its comment',
      request: get('/'),
      ...column('harbours', 'depth', {
        description: 'Metres at low water',
        format: 'numeric',
        type: 'number',
      }),
    },
    {
      name: 'tell a default',
      request: get('/'),
      ...column('crates', 'label', { default: 'plain', format: 'text', type: 'string' }),
    },
    {
      name: 'tell a default that is a truth value',
      request: get('/'),
      ...column('crates', 'stamped', { default: true, format: 'boolean', type: 'boolean' }),
    },
    {
      name: 'tell a default that is a number',
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
      name: 'tell an array and what it is of',
      request: get('/'),
      ...column('ships', 'tags', { format: 'text[]', items: { type: 'string' }, type: 'array' }),
    },
    {
      name: 'tell an array of numbers',
      request: get('/'),
      ...column('samples', 'matrix', {
        format: 'integer[]',
        items: { type: 'integer' },
        type: 'array',
      }),
    },
    {
      name: 'leave JSON without a type',
      request: get('/'),
      ...column('samples', 'plain', { format: 'json' }),
    },
    {
      name: 'tell a timestamp',
      request: get('/'),
      ...column('samples', 'stamp', { format: 'timestamp with time zone', type: 'string' }),
    },
    {
      name: 'tell a double',
      request: get('/'),
      ...column('samples', 'double', { format: 'double precision', type: 'number' }),
    },
    {
      name: 'tell a bigint',
      request: get('/'),
      ...column('samples', 'big', { format: 'int64', type: 'integer' }),
    },
    {
      name: 'are of views too',
      request: get('/'),
      ...column('big_ships', 'title', { format: 'text', type: 'string' }),
    },
  ])
})
