import { readFile } from 'node:fs/promises'
import { it } from 'vitest'
import { createTestProject } from '../../../test/project.ts'
import { createTestApp } from './test-app.ts'
it('smoke', async () => {
  const t = await createTestProject()
  await t.run(await readFile('/work/shared/data/chinook.sql', 'utf8'))
  await t.run(`grant all on all tables in schema public to anon, authenticated, service_role; grant all on all sequences in schema public to anon;
  create function add(a int, b int) returns int language sql immutable as 'select a+b';
  create function long_tracks(min_ms int default 1000000) returns setof track language sql stable as 'select * from track where milliseconds > min_ms';
  create function nothing() returns void language plpgsql as 'begin perform set_config(''response.status'',''202'',true); end';
  create function pair(out x int, out y text) language sql as $$select 1, 'a'$$;
  create function tab() returns table (x int, y text) language sql as $$values (1,'a'),(2,'b')$$;
  create view albums_v as select album_id, title as name, artist_id from album;
  `)
  const a = await createTestApp(t.project)
  const go = async (method: string, url: string, headers: Record<string,string> = {}, payload?: unknown) => {
    const r = await a.app.inject({ method: method as 'GET', url: '/rest/v1' + url, headers: { ...(payload!==undefined&&{'content-type':'application/json'}), ...headers }, ...(payload !== undefined && { payload: JSON.stringify(payload) }) })
    console.log(method, url, r.statusCode, r.headers['content-range'], r.headers['preference-applied'] ?? '', r.headers['location'] ?? '', r.body.slice(0, 300))
  }
  await go('GET', '/artist?limit=2')
  await go('GET', '/artist?select=name,albums:album(title,track(name))&limit=2&albums.order=title.desc&albums.limit=1&albums.track.limit=1')
  await go('GET', '/album?select=title,artist(name)&artist.name=eq.AC/DC')
  await go('GET', '/album?select=title,artist!inner(name)&artist.name=eq.AC/DC', { prefer: 'count=exact' })
  await go('GET', '/album?select=title,...artist(artist_name:name)&order=artist(name).desc&limit=2', { prefer: 'count=estimated' })
  await go('GET', '/playlist?select=name,track(name)&track.limit=2&playlist_id=eq.17', { prefer: 'count=planned' })
  await go('GET', '/albums_v?select=name,artist(name),track(name)&limit=1&track.limit=1')
  await go('GET', '/employee?select=last_name,boss:reports_to(last_name),team:employee(last_name)&limit=2')
  await go('GET', '/artist?or=(name.ilike.ac*,and(artist_id.gt.3,artist_id.lte.4))&select=name')
  await go('GET', '/artist?artist_id=in.(1,2)&select=id:artist_id::text,name', { accept: 'text/csv' })
  await go('GET', '/artist?artist_id=eq.1', { accept: 'application/vnd.pgrst.object+json' })
  await go('GET', '/artist?artist_id=lt.3', { accept: 'application/vnd.pgrst.object+json' })
  await go('GET', '/artist?artist_id=gt.0&limit=1', { prefer: 'count=exact', range: '3-6' })
  await go('GET', '/artist?offset=1000', { prefer: 'count=exact' })
  await go('GET', '/nope')
  await go('GET', '/artist?select=nope')
  await go('GET', '/artist?select=nope(*)')
  await go('POST', '/artist', { prefer: 'return=representation' }, { name: 'New' })
  await go('POST', '/artist', { prefer: 'return=headers-only' }, { name: 'New' })
  await go('POST', '/artist', {}, [{ name: 'A' }, { name: 'B' }])
  await go('POST', '/artist?columns=name', {prefer: 'return=minimal,missing=default'}, [{ name: 'A' }, { x: 'B' }])
  await go('POST', '/genre', { prefer: 'resolution=merge-duplicates,return=representation' }, { genre_id: 1, name: 'Rock!' })
  await go('PATCH', '/artist?artist_id=eq.276', { prefer: 'return=representation,count=exact' }, { name: 'Newer' })
  await go('PATCH', '/artist?artist_id=gt.276', { prefer: 'handling=strict,max-affected=1' }, { name: 'Newer' })
  await go('PATCH', '/artist?artist_id=gt.276', { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' }, { name: 'Gone' })
  await go('GET', '/artist?name=eq.Gone')
  await go('DELETE', '/artist?artist_id=gte.276', { prefer: 'return=representation' })
  await go('DELETE', '/artist?artist_id=eq.1')
  await go('GET', '/rpc/add?a=1&b=2')
  await go('POST', '/rpc/add', {}, { a: 1, b: 2 })
  await go('POST', '/rpc/add', {}, { a: 1 })
  await go('POST', '/rpc/nothing', {}, {})
  await go('GET', '/rpc/nothing')
  await go('GET', '/rpc/pair')
  await go('GET', '/rpc/tab?x=eq.2')
  await go('POST', '/rpc/long_tracks?select=name,album(title)&limit=2&order=track_id', { prefer: 'count=exact' }, {})
  await go('GET', '/')
  await go('GET', '/artist?select=%00')
  await a.service.stop?.(t.project)
  await a.app.close(); await t.stop()
})
