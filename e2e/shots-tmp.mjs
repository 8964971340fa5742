import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const w = JSON.parse(readFileSync('/tmp/branches-world.json','utf8'))
const res = await fetch(w.url + '/auth/v1/token?grant_type=password', { method:'POST', headers:{'content-type':'application/json'}, body: JSON.stringify({ email:'ada@example.com', password:'correct horse battery 9' }) })
const s = await res.json(); if (!s.access_token) console.log(s)
const session = { access_token: s.access_token, refresh_token: s.refresh_token, expires_at: Math.floor(Date.now()/1000)+s.expires_in, user: { id: s.user.id, email: s.user.email } }
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args:['--no-sandbox','--disable-gpu'] })
const shot = async (name, { path, width=1440, height=900, theme='light', act }) => {
  const ctx = await browser.newContext({ viewport:{width,height}, reducedMotion:'reduce' })
  await ctx.addInitScript(([t, th]) => { localStorage.setItem('stoa.session', t); localStorage.setItem('stoa.theme', JSON.stringify(th)) }, [JSON.stringify(session), theme])
  const page = await ctx.newPage()
  page.on('console', m => m.type()==='error' && console.log(name, m.text().slice(0,200)))
  await page.goto(w.url + path); await page.waitForLoadState('networkidle').catch(()=>{}); await page.waitForTimeout(2500)
  try { if (act) await act(page) } catch (e) { console.log(name, String(e).slice(0,300)) }
  await page.screenshot({ path: `/tmp/branches-shots/${name}.png` }); await ctx.close()
}
const only = process.argv[2]
const all = {
  page: { path: `/project/${w.ref}/branches` },
  dark: { path: `/project/${w.branch}/branches`, theme:'dark', act: async p => { await p.getByRole('button',{name:/^Branch:/}).click(); await p.waitForTimeout(400) } },
  narrow: { path: `/project/${w.branch}/branches`, width:360, height:740, theme:'classic-dark' },
  narrowmain: { path: `/project/${w.ref}/branches`, width:360, height:740 },
  create: { path: `/project/${w.ref}/branches?panel=new` },
  createnarrow: { path: `/project/${w.ref}/branches?panel=new`, width:360, height:740, theme:'dark' },
  menu: { path: `/project/${w.ref}/branches`, theme:'classic-dark', act: async p => { await p.getByRole('button',{name:'Actions for fix/login-page'}).click(); await p.waitForTimeout(300) } },
  del: { path: `/project/${w.ref}/branches`, act: async p => { await p.getByRole('button',{name:'Actions for fix/login-page'}).click(); await p.getByRole('menuitem',{name:'Delete branch'}).click(); await p.waitForTimeout(300) } },
  org: { path: `/org/${w.slug}` },
  home: { path: `/project/${w.branch}`, theme: 'light' },
  general: { path: `/project/${w.ref}/settings/general` },
}
for (const [n,o] of Object.entries(all)) if (!only || only.split(',').includes(n)) await shot(n,o)
await browser.close()
