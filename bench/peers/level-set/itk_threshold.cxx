// ITK's ThresholdSegmentationLevelSetImageFilter on one raw volume, on one thread:
//   itk_threshold WIDTH HEIGHT DEPTH LOWER UPPER ITERATIONS RMS SAMPLES START MASK
// SAMPLES and START hold a byte a voxel; the mask found is written in the same way. Prints JSON: seconds of this process on the
// processor (user and system) and on the clock for the level set alone, its start as a distance map apart, and how it ended.
#include <ctime>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

#include "itkImage.h"
#include "itkMultiThreaderBase.h"
#include "itkSignedMaurerDistanceMapImageFilter.h"
#include "itkThresholdSegmentationLevelSetImageFilter.h"

namespace
{
using Bytes = itk::Image<std::uint8_t, 3>;
using Floats = itk::Image<float, 3>;

template <typename TImage>
typename TImage::Pointer
Allocate(const itk::Size<3> & size)
{
  auto image = TImage::New();
  image->SetRegions(size);
  image->Allocate();
  return image;
}

Bytes::Pointer
ReadBytes(const std::string & path, const itk::Size<3> & size)
{
  auto image = Allocate<Bytes>(size);
  const auto count = static_cast<std::streamsize>(size[0] * size[1] * size[2]);
  std::ifstream file(path, std::ios::binary);
  if (!file.read(reinterpret_cast<char *>(image->GetBufferPointer()), count))
  {
    std::cerr << path << " holds fewer than " << count << " bytes\n";
    std::exit(1);
  }
  return image;
}

double
ProcessorSeconds()
{
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
} // namespace

int
main(int argc, char ** argv)
{
  if (argc != 11)
  {
    std::cerr << "itk_threshold WIDTH HEIGHT DEPTH LOWER UPPER ITERATIONS RMS SAMPLES START MASK\n";
    return 1;
  }
  itk::MultiThreaderBase::SetGlobalMaximumNumberOfThreads(1);
  itk::MultiThreaderBase::SetGlobalDefaultNumberOfThreads(1);
  const itk::Size<3> size{ { std::stoul(argv[1]), std::stoul(argv[2]), std::stoul(argv[3]) } };
  const auto samples = ReadBytes(argv[8], size);
  const auto start = ReadBytes(argv[9], size);

  auto feature = Allocate<Floats>(size);
  const std::size_t cells = size[0] * size[1] * size[2];
  for (std::size_t k = 0; k < cells; ++k)
  {
    feature->GetBufferPointer()[k] = samples->GetBufferPointer()[k];
  }
  // Below 0 inside, as the filter takes it.
  auto distance = itk::SignedMaurerDistanceMapImageFilter<Bytes, Floats>::New();
  distance->SetInput(start);
  distance->SetSquaredDistance(false);
  distance->SetUseImageSpacing(false);
  distance->SetInsideIsPositive(false);
  distance->Update();

  auto levelSet = itk::ThresholdSegmentationLevelSetImageFilter<Floats, Floats>::New();
  levelSet->SetInput(distance->GetOutput());
  levelSet->SetFeatureImage(feature);
  levelSet->SetLowerThreshold(std::stof(argv[4]));
  levelSet->SetUpperThreshold(std::stof(argv[5]));
  levelSet->SetPropagationScaling(1.0);
  levelSet->SetCurvatureScaling(1.0);
  levelSet->SetIsoSurfaceValue(0.0);
  levelSet->SetNumberOfIterations(std::stoul(argv[6]));
  levelSet->SetMaximumRMSError(std::stod(argv[7]));

  const double began = ProcessorSeconds();
  const auto beganClock = std::chrono::steady_clock::now();
  levelSet->Update();
  const double seconds = ProcessorSeconds() - began;
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - beganClock).count();

  auto mask = Allocate<Bytes>(size);
  for (std::size_t k = 0; k < cells; ++k)
  {
    // Below 0 inside, as its start was.
    mask->GetBufferPointer()[k] = levelSet->GetOutput()->GetBufferPointer()[k] <= 0 ? 1 : 0;
  }
  std::ofstream(argv[10], std::ios::binary)
    .write(reinterpret_cast<const char *>(mask->GetBufferPointer()), static_cast<std::streamsize>(cells));
  std::cout << "{\"seconds\": " << seconds << ", \"wall\": " << wall
            << ", \"iterations\": " << levelSet->GetElapsedIterations() << ", \"rms\": " << levelSet->GetRMSChange()
            << "}\n";
  return 0;
}
