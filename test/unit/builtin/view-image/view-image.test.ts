import { execFileSync } from "node:child_process";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { AllowedRoots } from "../../../../tools/builtin/paths/allowed-roots.ts";
import { imageFacts } from "../../../../tools/builtin/view-image/image-facts.ts";
import type { ViewImageOptions } from "../../../../tools/builtin/view-image/options.ts";
import { createViewImageTool } from "../../../../tools/builtin/view-image/view-image.ts";
import { callTool } from "../files/call-tool.ts";
import { tree } from "../files/tree.ts";
import { specCases } from "../../tools/spec-cases.ts";

type Format = "png" | "jpeg" | "webp" | "gif";

function picture(width: number, height: number, format: Format): Promise<Buffer> {
  const create = { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } as const;
  return sharp({ create }).toFormat(format).toBuffer();
}

/** One that does not compress, so that there is something to spoil. */
function noisy(format: Format): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 50 } as const;
  return sharp({ create: { width: 300, height: 200, channels: 3, background: "red", noise } })
    .toFormat(format)
    .toBuffer();
}

async function shownIn(
  folder: string,
  input: object,
  options: Partial<ViewImageOptions> = {},
): Promise<{ bytes: Buffer; mime: string; detail: string }> {
  const tool = createViewImageTool({ roots: new AllowedRoots(folder), ...options });
  const { value, output } = await callTool(tool, input);
  const { image_url: imageUrl, detail } = value as { image_url: string; detail: string };
  expect(output.content).toEqual([{ type: "image", imageUrl, detail }]);
  const [, mime = "", base64 = ""] = /^data:(image\/\w+);base64,(.+)$/u.exec(imageUrl) ?? [];
  return { bytes: Buffer.from(base64, "base64"), mime, detail };
}

interface Expected {
  readonly body: string;
}
const cases = specCases<{ readonly call: string }, Expected>("small-tools-cases.json").filter(({ id }) =>
  id.includes("view_image"),
);
const INPUTS: Readonly<Record<string, object>> = {
  missing: { path: "/no/img.png" },
  not_an_image: { path: "text.png" },
  directory: { path: "$TMP" },
  relative: { path: "rel.png" },
  detail_low: { path: "text.png", detail: "low" },
};

describe("view_image", () => {
  test.for(cases.filter(({ input }) => input.call !== "no_path"))(
    "answers as in the reference: $id",
    async ({ input, expected }) => {
      const base = await tree({ "work/text.png": "no image", "tmp/": "" });
      const filled = (text: string): string =>
        text.replaceAll("$WORK", join(base, "work")).replaceAll("$TMP", join(base, "tmp"));
      const asked = JSON.parse(filled(JSON.stringify(INPUTS[input.call]))) as object;
      const tool = createViewImageTool({ roots: new AllowedRoots(join(base, "work"), null) });
      await expect(callTool(tool, asked)).rejects.toThrow(new Error(filled(expected.body)));
    },
  );

  test("says of arguments without a path what the reference says", async () => {
    const tool = createViewImageTool({ roots: new AllowedRoots(await tree({}), null) });
    const problem = cases.find(({ input }) => input.call === "no_path")?.expected.body;
    expect(tool.parseArguments?.("{}")).toEqual({ problem });
  });

  test("knows all cases of its kind", () => {
    expect(new Set(cases.map(({ input }) => input.call))).toEqual(new Set([...Object.keys(INPUTS), "no_path"]));
  });

  test.for(["png", "jpeg", "webp"] as const)("passes a small %s on as it is, whatever its name", async (format) => {
    const bytes = await picture(64, 32, format);
    const folder = await tree({ "image.txt": bytes });
    for (const editor of [undefined, null]) {
      const options = editor === null ? { editor } : {};
      expect(await shownIn(folder, { path: "image.txt" }, options)).toEqual({
        bytes,
        mime: `image/${format}`,
        detail: "high",
      });
    }
  });

  test.for([
    ["png", {}, [1_920, 1_280]],
    ["jpeg", { detail: null }, [1_920, 1_280]],
    ["webp", { detail: "high" }, [1_920, 1_280]],
    ["gif", {}, [1_920, 1_280]],
    ["jpeg", { detail: "original" }, [3_000, 2_000]],
  ] as const)("brings a %s of 3000x2000 asked for with %o to %o", async ([format, asked, size]) => {
    const folder = await tree({ image: await picture(3_000, 2_000, format) });
    const shown = await shownIn(folder, { path: "image", ...asked });
    const { width, height } = imageFacts(shown.bytes) ?? {};
    expect([[width, height], shown.mime]).toEqual([size, format === "gif" ? "image/png" : `image/${format}`]);
  });

  test("brings 8000x6000 to 3669x2752 where images are shown as they are", async () => {
    const folder = await tree({ image: await picture(8_000, 6_000, "png") });
    const shown = await shownIn(folder, { path: "image" }, { defaultDetail: "original" });
    expect([imageFacts(shown.bytes), shown.detail]).toEqual([
      { format: "png", width: 3_669, height: 2_752 },
      "original",
    ]);
  });

  test("keeps what a picture says of its orientation", async () => {
    const turned = await sharp(await picture(3_000, 2_000, "jpeg"))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes } = await shownIn(await tree({ image: turned }), { path: "image" });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_920, height: 1_280, orientation: 6 });
  });

  test("turns a GIF into PNG, and an animated one into its first picture", async () => {
    const frames = await sharp({ create: { width: 10, height: 20, channels: 3, background: "red", pageHeight: 10 } })
      .gif()
      .toBuffer();
    const { bytes, mime } = await shownIn(await tree({ image: frames }), { path: "image" });
    expect([imageFacts(bytes), mime]).toEqual([{ format: "png", width: 10, height: 10 }, "image/png"]);
  });

  test("says what is to be installed where an image has to be changed and cannot", async () => {
    const folder = await tree({ big: await picture(3_000, 2_000, "png"), gif: await picture(10, 10, "gif") });
    const need = (what: string): string =>
      `unable to process image: ${what} needs the package \`sharp\`, which has to be installed (npm install sharp)`;
    await expect(shownIn(folder, { path: "big" }, { editor: null })).rejects.toThrow(
      need("scaling 3000x2000 down to 1920x1280"),
    );
    await expect(shownIn(folder, { path: "gif" }, { editor: null })).rejects.toThrow(need("converting a GIF"));
  });

  test("refuses what is no image, and images that end too early or are broken within", async () => {
    const whole = await picture(300, 200, "png");
    const noise = await noisy("png");
    const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
    const spoilt = Buffer.from(noise);
    spoilt.fill(0, 2_000, 4_000);
    const folder = await tree({
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
      empty: "",
      head: whole.subarray(0, 40),
      short: noise.subarray(0, noise.length - 20),
      jpeg: half(await noisy("jpeg")),
      // With a preview in front that is whole.
      preview: half(Buffer.concat([Buffer.from("ffd8ffe10006ffd8ffd9", "hex"), (await noisy("jpeg")).subarray(2)])),
      webp: half(await noisy("webp")),
      nothing: Buffer.concat([whole.subarray(0, 16), Buffer.alloc(8), whole.subarray(24)]),
    });
    const message = "unable to process image: invalid or unsupported image data";
    for (const path of ["svg", "empty", "head", "short", "jpeg", "preview", "webp", "nothing"]) {
      for (const editor of [{}, { editor: null }]) {
        await expect(shownIn(folder, { path }, editor), path).rejects.toThrow(new Error(message));
      }
    }
    await writeFile(join(folder, "spoilt"), spoilt);
    await expect(shownIn(folder, { path: "spoilt" })).rejects.toThrow(new Error(message));
  });

  test("decodes no image that is larger than allowed, and reads no such file", async () => {
    const bomb = Buffer.from(await picture(10, 10, "png"));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const folder = await tree({ bomb, "small.png": await picture(20, 20, "png") });
    await truncate(join(folder, "bomb"), bomb.length);
    await expect(shownIn(folder, { path: "bomb" })).rejects.toThrow(
      "unable to process image: its 60000x60000 pixels are more than the 100000000 allowed",
    );
    await writeFile(join(folder, "huge"), "");
    await truncate(join(folder, "huge"), 2 ** 40);
    await expect(shownIn(folder, { path: "huge" })).rejects.toThrow("more than the 67108864 bytes allowed");
    await expect(shownIn(folder, { path: "small.png" }, { maxFileBytes: 50 })).rejects.toThrow(
      "more than the 50 bytes",
    );
  });

  test("stays within the roots, and waits for no pipe and no device", async () => {
    const folder = await tree({ "in/": "", "secret.png": await picture(4, 4, "png") });
    await symlink("../secret.png", join(folder, "in", "link.png"));
    await mkdir(join(folder, "in", "sub"));
    execFileSync("mkfifo", [join(folder, "in", "pipe")]);
    for (const path of ["link.png", "../secret.png", "sub/../../secret.png", join(folder, "secret.png")]) {
      await expect(shownIn(join(folder, "in"), { path })).rejects.toThrow("outside of the allowed folders");
    }
    await expect(shownIn(join(folder, "in"), { path: "pipe" })).rejects.toThrow(
      `image path \`${join(folder, "in", "pipe")}\` is not a file`,
    );
    const everywhere = { roots: new AllowedRoots("/", null) };
    await expect(shownIn(folder, { path: "/dev/zero" }, everywhere)).rejects.toThrow(
      "image path `/dev/zero` is not a file",
    );
    await expect(shownIn(folder, { path: "~/x.png" })).rejects.toThrow(
      `unable to locate image at \`${join(folder, "~/x.png")}\``,
    );
  });

  test("tells a model without eyes so, and others of `detail` only where asked", async () => {
    const folder = await tree();
    await expect(shownIn(folder, { path: "x" }, { imageInput: false })).rejects.toThrow(
      "view_image is not allowed because you do not support image inputs",
    );
    const parameters = (showDetail: boolean): string[] => {
      const { spec } = createViewImageTool({ roots: new AllowedRoots(folder), showDetail });
      if (spec.type !== "function" || typeof spec.inputSchema === "boolean") return [];
      return Object.keys(spec.inputSchema["properties"] as object);
    };
    expect([parameters(false), parameters(true)]).toEqual([["path"], ["path", "detail"]]);
  });

  test.for([
    [{ maxPixels: 0 }, "createViewImageTool: the option `maxPixels` is not usable; pass a whole number from 1"],
    [
      { defaultDetail: "low" },
      'createViewImageTool: the option `defaultDetail` is not usable; use "high" or "original"',
    ],
    [{ roots: "/" }, "createViewImageTool: the option `roots` is not usable; pass an AllowedRoots"],
  ])("refuses the options %o", ([options, message]) => {
    const create = createViewImageTool as (options: unknown) => unknown;
    expect(() => create({ roots: new AllowedRoots("/"), ...(options as object) })).toThrow(message);
  });
});

test("Sizes are read from every kind of file as a library reads them", async () => {
  const sizes = [
    [1, 1],
    [257, 3],
    [300, 16_000],
  ] as const;
  for (const [width, height] of sizes) {
    for (const format of ["png", "jpeg", "webp", "gif"] as const) {
      expect(imageFacts(await picture(width, height, format))).toEqual({ format, width, height });
    }
    const create = { width, height, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } as const;
    const image = sharp({ create });
    expect(imageFacts(await image.webp({ lossless: true }).toBuffer())).toMatchObject({
      format: "webp",
      width,
      height,
    });
    expect(imageFacts(await image.webp({ quality: 50 }).toBuffer())).toMatchObject({ width, height });
    expect(
      imageFacts(await image.jpeg({ progressive: true }).withMetadata({ orientation: 3 }).toBuffer()),
    ).toMatchObject({ width, height });
  }
});
