import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Color } from 'three';

/** Coloured lines that are written anew, in memory that only grows. */
export class LineBuffer {
  readonly geometry = new BufferGeometry();
  private positions = new Float32Array(0);
  private colours = new Float32Array(0);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  line(ax: number, ay: number, az: number, bx: number, by: number, bz: number, { r, g, b }: Color): void {
    if ((this.count + 2) * 3 > this.positions.length) this.grow();
    const { positions, colours } = this;
    const at = this.count * 3;
    positions[at] = ax;
    positions[at + 1] = ay;
    positions[at + 2] = az;
    positions[at + 3] = bx;
    positions[at + 4] = by;
    positions[at + 5] = bz;
    for (let i = at; i < at + 6; i += 3) {
      colours[i] = r;
      colours[i + 1] = g;
      colours[i + 2] = b;
    }
    this.count += 2;
  }

  /** Shows what was written since `clear`. */
  show(): void {
    const { geometry } = this;
    if (geometry.attributes.position?.array !== this.positions) {
      // Buffers on the graphics card have the length that they began with.
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute('color', new BufferAttribute(this.colours, 3).setUsage(DynamicDrawUsage));
    }
    geometry.setDrawRange(0, this.count);
    geometry.attributes.position!.needsUpdate = true;
    geometry.attributes.color!.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
  }

  private grow(): void {
    const length = Math.max(3072, this.positions.length * 2);
    const longer = (old: Float32Array): Float32Array<ArrayBuffer> => {
      const array = new Float32Array(length);
      array.set(old);
      return array;
    };
    this.positions = longer(this.positions);
    this.colours = longer(this.colours);
  }
}
