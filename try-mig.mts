import { migrate } from '/work/main/prisma/migrate.ts';
import { startCluster } from '/work/main/src/local/postgres-cluster.ts';
const c = await startCluster({folder:'/tmp/x2', durable:false});
import pg from 'pg';
try {
 const k=new pg.Client(c.url('postgres')); await k.connect(); await k.query('drop database if exists m'); await k.query('create database m'); await k.end();
let t=Date.now(); console.log(await Promise.all([1,2,3,4,5].map(()=>migrate(c.url('m')))), Date.now()-t);
t=Date.now(); console.log(await migrate(c.url('m')), Date.now()-t);
} finally { await c.stop(); }
