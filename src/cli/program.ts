/**
 * The commands with their options, as data. Their implementations are in `commands/` and loaded on demand. A wrong command throws a
 * `CommanderError`, and so do help and version.
 */
import { Command } from 'commander';
import { version } from '../core/version.js';
import { exitCodes } from './exit-codes.js';

/** `ended` is called with the exit code of the command. */
export const programWith = (ended: (code: number) => void): Command => {
  const program = new Command('snake-segmenter')
    .description('Finds contours in images of any size, as the page does, without a page.')
    .version(version)
    .exitOverride()
    .showHelpAfterError()
    .showSuggestionAfterError()
    .addHelpText('after', `\nExit codes: ${codes}.`);
  const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

  const requestOptions = (command: Command): Command =>
    command
      .option('--recipe <file>', 'what to do, as "Save as recipe" of the page writes it')
      .option('--detect', 'find all objects')
      .option(
        '--like <file>',
        'find all objects like those of a session or recipe of the page, or like contours on this image',
      )
      .option('--box <x,y,w,h>', 'a box round one object, in full-resolution pixels')
      .option('--starts <file>', 'contours, boxes or points to start from: GeoJSON or any other format read here')
      .option('--algorithm <name>', 'snake, level-set or linear-features')
      .option('--set <name=value>', 'a parameter of the algorithm; as often as wanted', collect)
      .option('--region <x,y,w,h>', 'only objects that lie here')
      .option('--level <n>', 'level of the pyramid that is searched; 0 is full resolution')
      .option('--region-size <pixels>', 'side of the regions that a large image is worked through in')
      .option('--largest <pixels>', 'largest object: by so much regions overlap')
      .option('--metadata <where>', 'what contours have in common: with each, once, or none');

  const workOptions = (command: Command): Command =>
    command
      .option('--processes <n>', 'processes that work side by side; one a core when not given')
      .option('--backend <name>', 'auto, cpu or webgpu; a GPU needs the package webgpu beside this one');

  program
    .command('info')
    .description('say what images are: format, size, levels, bits, bands, place and pixel size')
    .argument('<image...>', 'paths or addresses')
    .option('--json', 'as JSON')
    .action(async (images, options) => ended(await (await import('./commands/info.js')).info(images, options)));

  workOptions(
    requestOptions(
      program
        .command('segment')
        .description('segment one image')
        .argument('<image>', 'a path, an address, or - for standard input')
        .option(
          '-o, --out <file>',
          'where to: its end says the format; as often as wanted; - or none: GeoJSON on standard output',
          collect,
        ),
    ),
  ).action(async (image, options) => ended(await (await import('./commands/segment.js')).segment(image, options)));

  workOptions(
    requestOptions(
      program
        .command('batch')
        .description('do the same with many images; the same command again goes on where one was interrupted')
        .argument('<image...>', "paths, patterns such as 'slides/*.svs', or addresses")
        .requiredOption('-o, --out <folder>', 'where results go, one file an image and format')
        .option('--format <name>', 'what is written; as often as wanted; what the recipe says when not given', collect)
        .option('--shard <k/n>', 'only every n-th image, from the k-th on: for many machines without a queue')
        .option('--json', 'the summary on standard output as well')
        .option('--queue <url>', 'let the workers of a queue do it: redis://host:6379')
        .option('--priority <n>', 'among the batches of a queue; 1 goes first'),
    ),
  ).action(async (images, options) => ended(await (await import('./commands/batch.js')).batch(images, options)));

  program
    .command('overlay')
    .description('draw contours on an image, with a scale bar and a legend')
    .argument('<image>', 'a path or an address')
    .argument('<contours>', 'a file in any format read here')
    .requiredOption('-o, --out <picture.png>', 'where to')
    .option('--region <x,y,w,h>', 'only this part, in full-resolution pixels')
    .option('--size <pixels>', 'most pixels on a side of the picture; 2048 when not given')
    .action(async (image, contours, options) =>
      ended(await (await import('./commands/overlay.js')).overlay(image, contours, options)),
    );

  program
    .command('worker')
    .description('do what batches put into a queue; images and results must have the same paths on every machine')
    .requiredOption('--queue <url>', 'redis://host:6379')
    .option('--processes <n>', 'processes that work side by side; one a core when not given')
    .option('--memory <size>', 'memory of this machine for them, 1 GB each; what is free when not given')
    .option('--patience <seconds>', 'after so long without a sign of life a job is given to another worker; 30')
    .action(async (options) => ended(await (await import('./commands/worker.js')).worker(options)));

  program
    .command('completion')
    .description('print a script by which a shell completes commands and options')
    .argument('<shell>', 'bash, zsh or fish; for bash: source <(snake-segmenter completion bash)')
    .action(async (shell) => {
      process.stdout.write((await import('./commands/completion.js')).completion(program, shell));
    });

  return program;
};

const codes = [
  `${exitCodes.done} done`,
  `${exitCodes.failed} an image failed`,
  `${exitCodes.usage} wrong command or recipe`,
  `${exitCodes.notWritable} cannot be written`,
  `${exitCodes.folderInUse} folder in use`,
  `${exitCodes.noQueue} no queue`,
  `${exitCodes.interrupted} interrupted`,
].join(', ');
