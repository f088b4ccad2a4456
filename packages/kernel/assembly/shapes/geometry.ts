import { World } from '../world/world';
import { GeometrySettings, ShapeType } from '../generated/layout';
import { buildMesh } from '../mesh/build-mesh';
import { buildHeightField, HeightField } from '../mesh/height-field';
import { Mesh, VERTEX_SIZE } from '../mesh/mesh';

/** What colliders share: built once, never changed, and never moved while a collider points to it. */
@unmanaged
export class Geometry {
  /** Of its pages; 0 where the id is free. */
  address: usize;
  byteLength: usize;
  shape: u32;
  /** Of the bytes that were loaded to take the place of a saved world's. */
  loaded: usize;
}

export class Geometries {
  // @ts-ignore: decorator
  @inline static at(world: World, id: i32): Geometry {
    return world.geometries.record<Geometry>(id);
  }

  /** 0 where there is none of this id, for want of memory. */
  static address(world: World, id: i32): usize {
    return id < world.geometries.count ? Geometries.at(world, id).address : 0;
  }

  /** False when there is no room; then nothing has changed. */
  static create(world: World, settings: GeometrySettings): bool {
    const table = world.geometries;
    const id = settings.geometry as i32;
    if (!table.reserve(world.pages, id + 1)) return false;
    for (; table.count <= id; table.count++) memory.fill(table.at(table.count), 0, table.stride);
    const geometry = Geometries.at(world, id);
    if (geometry.address != 0) return true;
    return build(world, geometry, settings);
  }

  /** Its colliders are gone: the page says so after the last of them. */
  static destroy(world: World, id: i32): void {
    if (Geometries.address(world, id) == 0) return;
    const geometry = Geometries.at(world, id);
    world.pages.release(geometry.address, geometry.byteLength);
    geometry.address = 0;
    geometry.byteLength = 0;
  }
}

/** Fills the record from the payload behind the settings. */
function build(world: World, geometry: Geometry, settings: GeometrySettings): bool {
  const payload = changetype<usize>(settings) + GeometrySettings.STRIDE;
  if (settings.shape == ShapeType.Hull) return keep(world, geometry, settings, payload);
  return settings.shape == ShapeType.Mesh
    ? keepMesh(world, geometry, settings, payload)
    : keepHeightField(world, geometry, settings, payload);
}

/** The page sent a finished block: it is kept as it is. */
function keep(world: World, geometry: Geometry, settings: GeometrySettings, payload: usize): bool {
  const bytes = settings.dataBytes as usize;
  const address = world.pages.allocate(bytes);
  if (address == 0) return false;
  memory.copy(address, payload, bytes);
  geometry.address = address;
  geometry.byteLength = bytes;
  geometry.shape = settings.shape;
  return true;
}

/** Payload: 3 f32 a vertex, then 3 u32 a triangle. */
function keepMesh(world: World, geometry: Geometry, settings: GeometrySettings, payload: usize): bool {
  const vertices = settings.counts0 as i32,
    triangles = settings.counts1 as i32;
  const address = buildMesh(world.pages, payload, vertices, payload + (vertices as usize) * VERTEX_SIZE, triangles);
  if (address == 0) return false;
  geometry.address = address;
  geometry.byteLength = changetype<Mesh>(address).byteLength;
  geometry.shape = settings.shape;
  return true;
}

function keepHeightField(world: World, geometry: Geometry, settings: GeometrySettings, payload: usize): bool {
  const address = buildHeightField(world.pages, settings, payload);
  if (address == 0) return false;
  geometry.address = address;
  geometry.byteLength = changetype<HeightField>(address).byteLength;
  geometry.shape = settings.shape;
  return true;
}
