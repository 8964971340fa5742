import { describe, expect } from 'vitest'
import { found, get, prefer, refused, scenarios } from '../../support/scenarios.ts'

const one = (path: string, value: object) => ({ request: get(path), ...found('0-0/*', [value]) })

describe('to-one resources are embedded', () => {
  scenarios([
    {
      name: 'by the table’s name',
      ...one('/ships?select=id,harbours(name)&id=eq.1', { id: 1, harbours: { name: 'Bergen' } }),
    },
    {
      name: 'by the foreign key’s name',
      ...one('/ships?select=id,ships_owner_id_fkey(name)&id=eq.1', {
        id: 1,
        ships_owner_id_fkey: { name: 'North Line' },
      }),
    },
    {
      name: 'by the foreign key’s column',
      ...one('/ships?select=id,operator_id(name)&id=eq.1', {
        id: 1,
        operator_id: { name: 'Fjord Freight' },
      }),
    },
    {
      name: 'with an alias',
      ...one('/ships?select=id,home:harbours(name)&id=eq.1', { id: 1, home: { name: 'Bergen' } }),
    },
    {
      name: 'as null if there are none',
      ...one('/ships?select=id,harbours(name)&id=eq.4', { id: 4, harbours: null }),
    },
    {
      name: 'with all its columns',
      ...one('/certificates?select=issuer,ships(*)&ship_id=eq.3', {
        issuer: 'BV',
        ships: {
          id: 3,
          name: 'Cormorant',
          tonnage: 12000,
          price: null,
          built: null,
          tags: [],
          specs: { code: null },
          owner_id: 2,
          operator_id: null,
          home_id: 2,
          active: null,
          draught: null,
          log: null,
          remark: 'say "ahoy"',
        },
      }),
    },
    {
      name: 'together with others',
      ...one(
        '/ships?select=id,owner:companies!owner_id(id),operator:companies!operator_id(id)&id=eq.1',
        { id: 1, owner: { id: 1 }, operator: { id: 2 } },
      ),
    },
    {
      name: 'at several levels',
      ...one('/calls?select=id,ships(name,owner:owner_id(name,parent_id(name)))&id=eq.3', {
        id: 3,
        ships: {
          name: 'Beluga',
          owner: { name: 'Fjord Freight', parent_id: { name: 'North Line' } },
        },
      }),
    },
    {
      name: 'with a cast, an alias, and a JSON path inside',
      ...one('/calls?select=ships(n:id::text,code:specs->>code)&id=eq.1', {
        ships: { n: '1', code: 'AL-1' },
      }),
    },
    {
      name: 'with a computed column inside',
      ...one('/calls?select=ships(label)&id=eq.1', { ships: { label: 'Albatross (5000 t)' } }),
    },
    {
      name: 'by a composite key',
      ...one('/cranes?select=id,docks(length)&id=eq.3', { id: 3, docks: { length: 90 } }),
    },
    {
      name: 'as null if a composite key is null',
      ...one('/cranes?select=id,docks(length)&id=eq.4', { id: 4, docks: null }),
    },
    {
      name: 'by the name of a composite key',
      ...one('/cranes?select=id,cranes_harbour_id_dock_number_fkey(number)&id=eq.2', {
        id: 2,
        cranes_harbour_id_dock_number_fkey: { number: 1 },
      }),
    },
    {
      name: 'only for filtering if they select nothing',
      ...one('/ships?select=id,harbours()&id=eq.1', { id: 1 }),
    },
  ])
})

describe('rows with a to-one resource', () => {
  const sails = (embed: string) => ({
    request: get(`/sails?select=id,${embed}`),
    ...found(
      '0-9/*',
      Array.from({ length: 10 }, (_, index) => expect.objectContaining({ id: index + 1 })),
    ),
  })
  scenarios([
    { name: 'keep their stored order', ...sails('flags(name)') },
    { name: 'keep their order with an inner join', ...sails('flags!inner(name)') },
    { name: 'keep their order with a spread', ...sails('...flags(name)') },
    { name: 'keep their order with a filter', ...sails('flags(name)&flags.id=gt.20') },
  ])
})

describe('to-many resources are embedded', () => {
  scenarios([
    {
      name: 'by the table’s name',
      ...one('/harbours?select=name,ships(name)&id=eq.1&ships.order=id', {
        name: 'Bergen',
        ships: [{ name: 'Albatross' }, { name: 'Beluga' }],
      }),
    },
    {
      name: 'as an empty list if there are none',
      ...one('/harbours?select=name,ships(name)&id=eq.4', { name: 'Varna', ships: [] }),
    },
    {
      name: 'by the foreign key’s name',
      ...one(
        '/companies?select=id,ships_operator_id_fkey(id)&id=eq.2&ships_operator_id_fkey.order=id',
        { id: 2, ships_operator_id_fkey: [{ id: 1 }, { id: 2 }] },
      ),
    },
    {
      name: 'together with others',
      ...one('/harbours?select=id,ships(id),docks(number)&id=eq.2', {
        id: 2,
        ships: [{ id: 3 }],
        docks: [{ number: 1 }],
      }),
    },
    {
      name: 'at several levels, to-many and to-one',
      ...one('/harbours?select=id,calls(fee,ships(name,certificates(issuer)))&id=eq.2', {
        id: 2,
        calls: [{ fee: 50.5, ships: { name: 'Albatross', certificates: { issuer: 'DNV' } } }],
      }),
    },
    {
      name: 'by a composite key',
      ...one('/docks?select=number,cranes(lifts)&harbour_id=eq.1&number=eq.1', {
        number: 1,
        cranes: [{ lifts: 40 }, { lifts: 60 }],
      }),
    },
    {
      name: 'with two aliases and different filters',
      ...one(
        '/harbours?select=id,dear:calls(id),cheap:calls(id)&id=eq.1&dear.fee=gt.50&cheap.fee=lt.50',
        { id: 1, dear: [{ id: 1 }], cheap: [{ id: 3 }] },
      ),
    },
    {
      name: 'only for filtering if they select nothing',
      ...one('/harbours?select=id,ships()&id=eq.1', { id: 1 }),
    },
    {
      name: 'only for filtering if they select only an empty resource',
      ...one('/harbours?select=id,ships(calls())&id=eq.1', { id: 1 }),
    },
  ])
})

describe('one-to-one resources are embedded', () => {
  scenarios([
    {
      name: 'from the side that has the foreign key',
      ...one('/certificates?select=issuer,ships(name)&ship_id=eq.1', {
        issuer: 'DNV',
        ships: { name: 'Albatross' },
      }),
    },
    {
      name: 'as an object from the other side',
      ...one('/ships?select=name,certificates(issuer)&id=eq.1', {
        name: 'Albatross',
        certificates: { issuer: 'DNV' },
      }),
    },
    {
      name: 'as null from the other side if there are none',
      ...one('/ships?select=name,certificates(issuer)&id=eq.2', {
        name: 'Beluga',
        certificates: null,
      }),
    },
    {
      name: 'by the foreign key’s name',
      ...one('/ships?select=id,certificates_ship_id_fkey(issuer)&id=eq.3', {
        id: 3,
        certificates_ship_id_fkey: { issuer: 'BV' },
      }),
    },
  ])
})

describe('many-to-many resources are embedded', () => {
  scenarios([
    {
      name: 'through the junction',
      ...one('/ships?select=id,cargoes(name)&id=eq.1&cargoes.order=name', {
        id: 1,
        cargoes: [{ name: 'grain' }, { name: 'timber' }],
      }),
    },
    {
      name: 'from the other side',
      ...one('/cargoes?select=name,ships(id)&id=eq.1&ships.order=id', {
        name: 'grain',
        ships: [{ id: 1 }, { id: 3 }],
      }),
    },
    {
      name: 'with the junction as hint',
      ...one('/ships?select=id,cargoes!ship_cargoes(id)&id=eq.4', { id: 4, cargoes: [{ id: 3 }] }),
    },
    {
      name: 'inside the junction, with its own columns',
      ...one('/ships?select=id,ship_cargoes(tonnes,cargoes(name))&id=eq.4', {
        id: 4,
        ship_cargoes: [{ tonnes: 5, cargoes: { name: 'steel' } }],
      }),
    },
    {
      name: 'in both directions at once',
      ...one('/cargoes?select=id,ships(id,cargoes(id))&id=eq.3', {
        id: 3,
        ships: [{ id: 4, cargoes: [{ id: 3 }] }],
      }),
    },
    {
      name: 'as an empty list if there are none',
      ...one('/ships?select=id,cargoes(id)&id=eq.2', { id: 2, cargoes: [] }),
    },
    {
      name: 'once for each row of the junction',
      ...one('/tours?select=name,isles(name)&id=eq.1&isles.order=name', {
        name: 'north',
        isles: [{ name: 'Groix' }, { name: 'Runde' }, { name: 'Runde' }],
      }),
    },
    {
      name: 'and counted once for each row of the junction',
      ...one('/isles?select=name,tours(count)&id=eq.1', {
        name: 'Runde',
        tours: [{ count: 2 }],
      }),
    },
    {
      name: 'once for each junction row, without duplicating their parents',
      request: get('/isles?select=name,tours!inner(id)&id=eq.2', prefer('count=exact')),
      ...found('0-0/1', [{ name: 'Groix', tours: [{ id: 1 }] }]),
    },
    {
      name: 'through one of two junctions, selected by name',
      ...one('/teams?select=id,people!team_helpers(id)&id=eq.1', { id: 1, people: [{ id: 3 }] }),
    },
    {
      name: 'through the other junction',
      ...one('/teams?select=id,people!team_people(id)&id=eq.1&people.order=id', {
        id: 1,
        people: [{ id: 1 }, { id: 2 }],
      }),
    },
  ])
})

describe('a table that references itself', () => {
  scenarios([
    {
      name: 'embeds the referencing rows by its name',
      ...one('/companies?select=id,companies(id)&id=eq.1&companies.order=id', {
        id: 1,
        companies: [{ id: 2 }, { id: 3 }],
      }),
    },
    {
      name: 'embeds the referenced row by the column',
      ...one('/companies?select=id,parent_id(id)&id=eq.3', { id: 3, parent_id: { id: 1 } }),
    },
    {
      name: 'embeds both with aliases',
      ...one('/companies?select=id,parent:parent_id(id),branches:companies(id)&id=eq.2', {
        id: 2,
        parent: { id: 1 },
        branches: [{ id: 4 }],
      }),
    },
    {
      name: 'embeds several levels up',
      ...one('/companies?select=id,parent:parent_id(id,parent:parent_id(id))&id=eq.4', {
        id: 4,
        parent: { id: 2, parent: { id: 1 } },
      }),
    },
    {
      name: 'embeds the referencing rows with the column as hint',
      ...one('/companies?select=id,branches:companies!parent_id(id)&id=eq.2', {
        id: 2,
        branches: [{ id: 4 }],
      }),
    },
    {
      name: 'embeds through its own junction from one key',
      ...one('/people?select=name,follows!follower(followed(name))&id=eq.2', {
        name: 'two',
        follows: [{ followed: { name: 'three' } }],
      }),
    },
    {
      name: 'embeds through its own junction from the other key',
      ...one('/people?select=name,follows!followed(follower(name))&id=eq.2', {
        name: 'two',
        follows: [{ follower: { name: 'one' } }],
      }),
    },
  ])
})

describe('views can be embedded:', () => {
  scenarios([
    {
      name: 'a table in a view by the view’s columns',
      ...one('/big_ships?select=title,harbours(name)&id=eq.3', {
        title: 'Cormorant',
        harbours: { name: 'Lorient' },
      }),
    },
    {
      name: 'a view in a table',
      ...one('/harbours?select=name,big_ships(title)&id=eq.2', {
        name: 'Lorient',
        big_ships: [{ title: 'Cormorant' }],
      }),
    },
    {
      name: 'through a view of a view',
      ...one('/bigger_ships?select=title,harbours(name)', {
        title: 'Cormorant',
        harbours: { name: 'Lorient' },
      }),
    },
    {
      name: 'a view of a view in a table',
      ...one('/harbours?select=id,bigger_ships(id)&id=eq.2', { id: 2, bigger_ships: [{ id: 3 }] }),
    },
    {
      name: 'a table in a materialized view',
      ...one('/harbour_fees?select=total,harbours(name)&harbour_id=eq.3', {
        total: 20,
        harbours: { name: 'Porto' },
      }),
    },
    {
      name: 'with a composite key',
      ...one('/crane_list?select=id,docks(length)&id=eq.1', { id: 1, docks: { length: 200 } }),
    },
    {
      name: 'in a view by the table’s foreign key',
      ...one('/big_ships?select=id,ships_home_id_fkey(id)&id=eq.1', {
        id: 1,
        ships_home_id_fkey: { id: 1 },
      }),
    },
    {
      name: 'a to-many resource of the view’s table',
      ...one('/big_ships?select=id,calls(id)&id=eq.1&calls.order=id', {
        id: 1,
        calls: [{ id: 1 }, { id: 2 }],
      }),
    },
    {
      name: 'a many-to-many resource of the view’s table',
      ...one('/big_ships?select=id,cargoes(id)&id=eq.3', { id: 3, cargoes: [{ id: 1 }] }),
    },
    {
      name: 'in a view with a duplicate column by the first name',
      ...one('/two_homes?select=id,harbours!home(name)&id=eq.3', {
        id: 3,
        harbours: { name: 'Lorient' },
      }),
    },
    {
      name: 'in a view with a duplicate column by the second name',
      ...one('/two_homes?select=id,haven(name)&id=eq.3', { id: 3, haven: { name: 'Lorient' } }),
    },
    {
      name: 'a view with a duplicate column is ambiguous',
      request: get('/two_homes?select=id,harbours(name)'),
      status: 300,
      headers: { 'proxy-status': 'PostgREST; error=PGRST201' },
      body: expect.objectContaining({ code: 'PGRST201' }),
    },
    {
      name: 'in itself by the column',
      ...one('/hold_nodes?select=id,above(id)&id=eq.2', { id: 2, above: { id: 1 } }),
    },
    {
      name: 'in itself by its name',
      ...one('/company_tree?select=id,branches:company_tree!parent_id(id)&id=eq.2', {
        id: 2,
        branches: [{ id: 4 }],
      }),
    },
    {
      name: 'a column that references a table and its views embeds the table',
      ...one('/companies?select=id,parent_id(name)&id=eq.2', {
        id: 2,
        parent_id: { name: 'North Line' },
      }),
    },
    {
      name: 'one-to-one',
      ...one('/big_ships?select=id,certificates(issuer)&id=eq.1', {
        id: 1,
        certificates: { issuer: 'DNV' },
      }),
    },
  ])
})

describe('with several relationships,', () => {
  scenarios([
    {
      name: 'a column hint selects one',
      ...one('/ships?select=id,companies!operator_id(id)&id=eq.1', { id: 1, companies: { id: 2 } }),
    },
    {
      name: 'a foreign key hint selects one',
      ...one('/ships?select=id,companies!ships_owner_id_fkey(id)&id=eq.1', {
        id: 1,
        companies: { id: 1 },
      }),
    },
    {
      name: 'a hint of the referenced column works with the table',
      ...one('/ships?select=id,harbours!id(name)&id=eq.1', { id: 1, harbours: { name: 'Bergen' } }),
    },
    {
      name: 'the referenced column embeds the referencing rows',
      ...one('/cargoes?select=name,id(tonnes)&id=eq.3', { name: 'steel', id: [{ tonnes: 5 }] }),
    },
    {
      name: 'a hint works from the other side',
      ...one('/companies?select=id,ships!operator_id(id)&id=eq.3', { id: 3, ships: [{ id: 4 }] }),
    },
    {
      name: 'a hint works before inner',
      ...one('/companies?select=id,ships!owner_id!inner(id)&id=eq.3', {
        id: 3,
        ships: [{ id: 4 }],
      }),
    },
    {
      name: 'a hint works after inner',
      ...one('/companies?select=id,ships!inner!owner_id(id)&id=eq.3', {
        id: 3,
        ships: [{ id: 4 }],
      }),
    },
    {
      name: 'embedding two of them needs aliases',
      request: get('/ships?select=companies!owner_id(id),companies!operator_id(id)&id=eq.1'),
      ...refused(400, '42712', 'table name "ships_companies_1" specified more than once'),
    },
    {
      name: 'embedding two of them needs aliases at every level',
      request: get(
        '/ships?select=owner:companies!owner_id(a:ships!owner_id(id),a:ships!operator_id(id))&id=eq.1',
      ),
      ...refused(400, '42712', 'table name "companies_a_2" specified more than once'),
    },
    {
      name: 'an embed without a hint lists them all with their keys',
      request: get('/ships?select=id,companies(id)'),
      ...refused(
        300,
        'PGRST201',
        "Could not embed because more than one relationship was found for 'ships' and 'companies'",
        {
          details: [
            {
              cardinality: 'many-to-one',
              embedding: 'ships with companies',
              relationship: 'ships_operator_id_fkey using ships(operator_id) and companies(id)',
            },
            {
              cardinality: 'many-to-one',
              embedding: 'ships with companies',
              relationship: 'ships_owner_id_fkey using ships(owner_id) and companies(id)',
            },
          ],
          hint: "Try changing 'companies' to one of the following: 'companies!ships_operator_id_fkey', 'companies!ships_owner_id_fkey'. Find the desired relationship in the 'details' key.",
        },
      ),
    },
    {
      name: 'an embed from the other side lists them all',
      request: get('/companies?select=id,ships(id)'),
      ...refused(
        300,
        'PGRST201',
        "Could not embed because more than one relationship was found for 'companies' and 'ships'",
        {
          details: expect.arrayContaining([
            {
              cardinality: 'one-to-many',
              embedding: 'companies with ships',
              relationship: 'ships_owner_id_fkey using companies(id) and ships(owner_id)',
            },
          ]),
          hint: expect.stringContaining("'ships!ships_owner_id_fkey'"),
        },
      ),
    },
    {
      name: 'two tables that reference each other are listed, incoming references first',
      request: get('/crews?select=id,captains(id)'),
      ...refused(
        300,
        'PGRST201',
        "Could not embed because more than one relationship was found for 'crews' and 'captains'",
        {
          details: [
            {
              cardinality: 'one-to-many',
              embedding: 'crews with captains',
              relationship: 'captains_crew_id_fkey using crews(id) and captains(crew_id)',
            },
            {
              cardinality: 'many-to-one',
              embedding: 'crews with captains',
              relationship: 'crews_captain_id_fkey using crews(captain_id) and captains(id)',
            },
          ],
          hint: "Try changing 'captains' to one of the following: 'captains!captains_crew_id_fkey', 'captains!crews_captain_id_fkey'. Find the desired relationship in the 'details' key.",
        },
      ),
    },
    {
      name: 'two junctions are listed',
      request: get('/teams?select=id,people(id)'),
      ...refused(
        300,
        'PGRST201',
        "Could not embed because more than one relationship was found for 'teams' and 'people'",
        {
          details: expect.arrayContaining([
            {
              cardinality: 'many-to-many',
              embedding: 'teams with people',
              relationship:
                'team_people using team_people_team_id_fkey(team_id) and team_people_person_id_fkey(person_id)',
            },
          ]),
          hint: expect.stringContaining("'people!team_helpers'"),
        },
      ),
    },
  ])
})

describe('an error is returned for a resource', () => {
  scenarios([
    {
      name: 'without a relationship',
      request: get('/ships?select=id,docks(number)'),
      ...refused(
        400,
        'PGRST200',
        "Could not find a relationship between 'ships' and 'docks' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'ships' and 'docks' in the schema 'public', but no matches were found.",
          hint: expect.toBeOneOf([null, expect.stringContaining('Perhaps you meant')]),
        },
      ),
    },
    {
      name: 'with a misspelled name, suggesting the nearest one',
      request: get('/ships?select=id,harbour(name)'),
      ...refused(
        400,
        'PGRST200',
        "Could not find a relationship between 'ships' and 'harbour' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'ships' and 'harbour' in the schema 'public', but no matches were found.",
          hint: "Perhaps you meant 'harbours' instead of 'harbour'.",
        },
      ),
    },
    {
      name: 'with an unknown hint',
      request: get('/ships?select=id,companies!nowhere(id)'),
      ...refused(
        400,
        'PGRST200',
        "Could not find a relationship between 'ships' and 'companies' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'ships' and 'companies' using the hint 'nowhere' in the schema 'public', but no matches were found.",
        },
      ),
    },
    {
      name: 'with a foreign key and an additional hint',
      request: get('/ships?select=id,ships_owner_id_fkey!owner_id(id)'),
      ...refused(
        400,
        'PGRST200',
        "Could not find a relationship between 'ships' and 'ships_owner_id_fkey' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'ships' and 'ships_owner_id_fkey' using the hint 'owner_id' in the schema 'public', but no matches were found.",
          hint: expect.stringContaining('Perhaps you meant'),
        },
      ),
    },
    {
      name: 'in a many-to-many relationship by the junction’s own key',
      request: get('/teams?select=id,people!team_people_team_id_fkey(id)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200', hint: null }),
    },
    {
      name: 'of the same table by the key’s name',
      request: get('/companies?select=id,companies!companies_parent_id_fkey(id)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200', hint: null }),
    },
    {
      name: 'through a junction with itself',
      request: get('/people?select=name,people!follows(name)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200', hint: null }),
    },
    {
      name: 'without any relationship, suggesting another resource',
      request: get('/crates?select=id,harbours(name)'),
      ...refused(
        400,
        'PGRST200',
        "Could not find a relationship between 'crates' and 'harbours' in the schema cache",
        {
          details:
            "Searched for a foreign key relationship between 'crates' and 'harbours' in the schema 'public', but no matches were found.",
          hint: "Perhaps you meant 'cranes' instead of 'crates'.",
        },
      ),
    },
    {
      name: 'on the second level',
      request: get('/calls?select=id,ships(id,docks(number))'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({
        message: "Could not find a relationship between 'ships' and 'docks' in the schema cache",
      }),
    },
    {
      name: 'with an unknown column',
      request: get('/ships?select=id,harbours(speed)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=42703' },
      body: expect.objectContaining({
        code: '42703',
        message: expect.stringMatching(/^column harbours_1\.speed does not exist$/),
      }),
    },
    {
      name: 'in another exposed schema',
      request: get('/ships?select=id,items(id)'),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST200' },
      body: expect.objectContaining({ code: 'PGRST200' }),
    },
  ])
})
