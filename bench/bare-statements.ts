/** The bare handler's statement for one path. Its values are constant or come from the body. */
type BareStatement = {
  readonly text: string
  readonly isReadOnly: boolean
  readonly status: number
  values(body: string): readonly string[]
}

/** Handwritten, optimized statements that return the same responses as the data API. */
export const bareStatements: Readonly<Record<string, BareStatement>> = {
  '/read': {
    text: `select coalesce(json_agg(r), '[]')::text as body from (
      select specimen_id, label, height_mm from public.specimen
      where bed_id = $1::int order by specimen_id limit 20
    ) r`,
    isReadOnly: true,
    status: 200,
    values: () => ['1'],
  },
  '/embed': {
    text: `select coalesce(json_agg(r), '[]')::text as body from (
      select family.name, coalesce(kinds.list, '[]') as species from public.family
      left join lateral (
        select json_agg(k) as list from (
          select species.name, coalesce(plants.list, '[]') as specimen from public.species
          left join lateral (
            select json_agg(p) as list from (
              select specimen.label, specimen.height_mm from public.specimen
              where specimen.species_id = species.species_id
            ) p
          ) plants on true
          where species.family_id = family.family_id
        ) k
      ) kinds on true
      order by family.family_id limit 5
    ) r`,
    isReadOnly: true,
    status: 200,
    values: () => [],
  },
  '/insert': {
    text: `insert into public.note (title, body)
      select title, body from json_to_record($1::json) as x (title text, body text)`,
    isReadOnly: false,
    status: 201,
    values: (body) => [body],
  },
  '/rpc': {
    text: `select to_json(public.add_up(a => x.a, b => x.b))::text as body
      from json_to_record($1::json) as x (a int, b int)`,
    isReadOnly: true,
    status: 200,
    values: (body) => [body],
  },
}
