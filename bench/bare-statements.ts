/** What the bare handler runs for one path, with the values of the request's body or of its own. */
type BareStatement = {
  readonly text: string
  readonly isReadOnly: boolean
  readonly status: number
  values(body: string): readonly string[]
}

/** The statements a careful hand would write for the same answers as the data API's. */
export const bareStatements: Readonly<Record<string, BareStatement>> = {
  '/read': {
    text: `select coalesce(json_agg(r), '[]')::text as body from (
      select track_id, name, milliseconds from public.track
      where genre_id = $1::int order by track_id limit 20
    ) r`,
    isReadOnly: true,
    status: 200,
    values: () => ['1'],
  },
  '/embed': {
    text: `select coalesce(json_agg(r), '[]')::text as body from (
      select artist.name, coalesce(albums.list, '[]') as album from public.artist
      left join lateral (
        select json_agg(a) as list from (
          select album.title, coalesce(tracks.list, '[]') as track from public.album
          left join lateral (
            select json_agg(t) as list from (
              select track.name, track.milliseconds from public.track
              where track.album_id = album.album_id
            ) t
          ) tracks on true
          where album.artist_id = artist.artist_id
        ) a
      ) albums on true
      order by artist.artist_id limit 5
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
